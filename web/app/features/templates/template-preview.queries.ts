import type { RecipientList } from '@sandpiper/contract/lists';
import { templateContentMaxLength } from '@sandpiper/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const previewedAtOnce = 20;

export type ListsToPreview = {
  /** Undefined until the lists have loaded. */
  lists: readonly RecipientList[] | undefined;
  isFailed: boolean;
  retry: () => void;
};

/** Loads the user's lists again each time `isNeeded` becomes true. */
export function useListsToPreview(isNeeded: boolean): ListsToPreview {
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['templates', 'lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    enabled: isNeeded,
    staleTime: 0,
  });
  return { lists: data?.lists, isFailed: isLoadingError, retry: () => void refetch() };
}

/**
 * Loads the messages as the people on a list would receive them, one page at a time. Loads them again each time the preview opens, because
 * the people's values may have changed. Page 1 also contains a summary, which covers only the first part of a large list.
 */
export function usePreviewOnList(listId: number, content: string, page: number) {
  return useQuery({
    queryKey: ['templates', 'preview', listId, content, page],
    queryFn: ({ signal }) =>
      call(
        'POST /api/lists/:id/preview',
        { params: { id: listId }, query: { page, limit: previewedAtOnce }, body: { content } },
        { signal },
      ),
    enabled: content.trim() !== '' && content.length <= templateContentMaxLength,
    // Don't show another page's messages while this page loads, because the other messages go to other people.
    placeholderData: (before, query) => (query?.queryKey[4] === page ? before : undefined),
    staleTime: 0,
  });
}
