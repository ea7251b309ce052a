import type { CallInput } from '@sandpiper/contract/client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { timeZone } from '../../platform/dates.ts';
import { useRefreshPeople } from '../../platform/people-queries.ts';
import { saveFile } from '../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';
import { doNotContactTexts } from './do-not-contact.texts.ts';

type Query = NonNullable<CallInput<'GET /api/do-not-contact'>['query']>;

const { toasts: texts } = doNotContactTexts;
const doNotContactKey = ['do-not-contact'] as const;
/** How long the warning about a message on its way stays on screen, in milliseconds: long enough to read the warning twice. */
const inFlightMs = 12_000;

export function useDoNotContact(query: Query) {
  return useQuery({
    queryKey: [...doNotContactKey, 'list', query],
    queryFn: ({ signal }) => call('GET /api/do-not-contact', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: texts.fetchFailed },
  });
}

export function useRemovals(query: NonNullable<CallInput<'GET /api/do-not-contact/removals'>['query']>) {
  return useQuery({
    queryKey: [...doNotContactKey, 'removals', query],
    queryFn: ({ signal }) => call('GET /api/do-not-contact/removals', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: doNotContactTexts.removals.fetchFailed },
  });
}

export function exportDoNotContact(search: string, format: 'csv' | 'xlsx'): Promise<void> {
  const query = { format, search, timezone: timeZone };
  return saveFile({
    name: `do-not-contact.${format}`,
    texts: doNotContactTexts.export,
    load: () => call('GET /api/do-not-contact/export', { query }, { timeoutMs: exportTimeoutMs }),
  });
}

type Person = { username: string; reason: string };

export function useNeverContact() {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: ({ username, reason }: Person) =>
      call('POST /api/do-not-contact', {
        body: { usernames: [username], origin: 'person_page', ...(reason === '' ? {} : { reason }) },
      }),
    onSuccess: ({ in_flight }, { username }) => {
      if (in_flight.length === 0) toast.success(texts.marked(username));
      else toast.warning(texts.inFlight(username), { detail: texts.inFlightDetail, ms: inFlightMs });
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.addFailed),
  });
}

export function useAllowContact() {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: ({ username, reason }: Person) =>
      call('DELETE /api/do-not-contact/:username', { params: { username }, query: { reason } }),
    onSuccess: (_answer, { username }) => {
      toast.success(texts.removed(username));
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.removeFailed),
  });
}
