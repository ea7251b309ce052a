import type { NoticeSwitches } from '@sandpiper/contract/notices';
import type { CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useOptimisticUpdate } from '../../platform/use-optimistic-update.ts';
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
 * Returns a mutation that switches one kind of notice on or off in the given places. The update is optimistic, and is reverted if the
 * request fails.
 */
export function useSetNoticeSwitches() {
  return useMutation({
    mutationFn: (body: SwitchChange) => call('PUT /api/notices/switches', { body }),
    ...useOptimisticUpdate(
      { queryKey: switchesKey },
      ({ switches }: Switches, changed: SwitchChange) => ({
        switches: switches.map((one) => (one.kind === changed.kind ? { ...one, ...changed } : one)),
      }),
      texts.saveFailed,
    ),
  });
}
