import type { NoticeSwitches } from '@sandpiper/contract/notices';
import type { CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { noticeSettingsTexts as texts } from './notice-settings.texts.ts';

const switchesKey = ['notice-switches'] as const;
type Switches = CallOutput<'GET /api/notices/switches'>;
type SwitchChange = Pick<NoticeSwitches, 'kind'> & Partial<NoticeSwitches>;

export function useNoticeSwitches() {
  return useQuery({
    queryKey: switchesKey,
    queryFn: ({ signal }) => call('GET /api/notices/switches', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

/**
 * Switches one kind of notice on or off in the given places. The update is optimistic, and is reverted if the server rejects
 * the change.
 */
export function useSetNoticeSwitches() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SwitchChange) => call('PUT /api/notices/switches', { body }),
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey: switchesKey });
      const before = queryClient.getQueryData<Switches>(switchesKey);
      queryClient.setQueryData<Switches>(
        switchesKey,
        (known) =>
          known && {
            switches: known.switches.map((one) => (one.kind === changed.kind ? { ...one, ...changed } : one)),
          },
      );
      return { before };
    },
    onError: (error, _changed, context) => {
      queryClient.setQueryData(switchesKey, context?.before);
      toast.failure(error, texts.saveFailed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: switchesKey }),
  });
}
