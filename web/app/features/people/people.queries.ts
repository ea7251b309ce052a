import type { CallInput } from '@sandpiper/contract/client';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { timeZone } from '../../platform/dates.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { saveFile } from '../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../platform/timeouts.ts';
import { peopleTexts } from './people.texts.ts';

type PeopleQuery = NonNullable<CallInput<'GET /api/people'>['query']>;

const peopleKey = ['people', 'page'] as const;
/**
 * The delay between an event and the refetch that it causes, in milliseconds. This delay is longer than the default, because querying
 * people is more expensive for the server than querying a single list.
 */
const liveMs = 5000;

export function usePeople(query: PeopleQuery) {
  useRefetchOnEvent(['campaign_progress_update', 'campaign_update'], peopleKey, liveMs);
  return useQuery({
    queryKey: [...peopleKey, query],
    queryFn: ({ signal }) => call('GET /api/people', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: peopleTexts.page.fetchFailed },
  });
}

export function exportPeople(filter: PeopleFilter, format: 'csv' | 'xlsx'): Promise<void> {
  const query = { ...filter, format, timezone: timeZone };
  return saveFile({
    name: `people.${format}`,
    texts: peopleTexts.export,
    load: () => call('GET /api/people/export', { query }, { timeoutMs: exportTimeoutMs }),
  });
}
