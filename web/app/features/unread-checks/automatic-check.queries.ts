import type { AutomaticCheck, EveryHours } from '@sandpiper/contract/unread-checks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { unreadChecksTexts } from './unread-checks.texts.ts';

const texts = unreadChecksTexts.automatic;

const automaticKey = ['unread-checks', 'automatic'];
/**
 * How often the setting is refetched. Polling is needed because a check can wait for something that causes no event, such as the end of a
 * timed hold.
 */
const refetchMs = 60_000;

/** Loads how often the accounts are checked automatically. Undefined while loading, or if loading failed. */
export function useAutomaticCheck(): AutomaticCheck | undefined {
  useRefetchOnEvent(['agent_request_update', 'agent_presence', 'account_update', 'campaign_update'], automaticKey);
  const { data } = useQuery({
    queryKey: automaticKey,
    queryFn: ({ signal }) => call('GET /api/unread-checker/automatic', undefined, { signal }),
    refetchInterval: refetchMs,
    meta: { errorToast: texts.loadFailed, isPolled: true },
  });
  return data?.automatic;
}

export function useSetAutomaticCheck() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (hours: EveryHours | null) =>
      call('PUT /api/unread-checker/automatic', { body: { every_hours: hours } }),
    onSuccess: (answer, hours) => {
      queryClient.setQueryData(automaticKey, answer);
      toast.success(hours === null ? texts.switchedOff : texts.on(texts.choices[hours].toLowerCase()));
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}
