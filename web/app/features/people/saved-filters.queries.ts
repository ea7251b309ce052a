import type { SavedFilter } from '@sandpiper/contract/saved-filters';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { peopleTexts } from './people.texts.ts';

const { toasts: texts } = peopleTexts.saved;
const savedKey = ['saved-filters'] as const;

export function useSavedFilters() {
  return useQuery({
    queryKey: savedKey,
    queryFn: ({ signal }) => call('GET /api/saved-filters', undefined, { signal }),
    meta: { errorToast: texts.fetchFailed },
  });
}

function useRefreshSaved() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: savedKey });
}

type Saving = {
  /** The filter's ID, or null for a new filter. */
  id: number | null;
  body: { name: string; filter: PeopleFilter };
};

export function useSaveFilter() {
  const refresh = useRefreshSaved();
  return useMutation({
    mutationFn: ({ id, body }: Saving) =>
      id === null
        ? call('POST /api/saved-filters', { body })
        : call('PUT /api/saved-filters/:id', { params: { id }, body }),
    onSuccess: (_answer, { id }) => {
      toast.success(id === null ? texts.saved : texts.renamed);
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}

export function useRemoveFilter() {
  const refresh = useRefreshSaved();
  return useMutation({
    mutationFn: ({ id }: SavedFilter) => call('DELETE /api/saved-filters/:id', { params: { id } }),
    onSuccess: (_answer, { name, filter }) => {
      const undo = () => call('POST /api/saved-filters', { body: { name, filter } });
      toast.undoable(texts.removed(name), { undo, refresh });
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.removeFailed),
  });
}
