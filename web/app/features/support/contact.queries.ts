import { ticketsPageSize } from '@sandpiper/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { supportTexts } from './support.texts.ts';

export function useContactMessages(query: { search: string; page: number }) {
  return useQuery({
    queryKey: ['contact-messages', query],
    queryFn: ({ signal }) => call('GET /api/contact', { query: { ...query, limit: ticketsPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: supportTexts.contact.loadFailed },
  });
}
