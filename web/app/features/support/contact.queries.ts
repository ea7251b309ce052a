import { ticketsPageSize } from '@sandpiper/contract/limits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { supportTexts } from './support.texts.ts';

const texts = supportTexts.contact;
const messagesKey = ['contact-messages'] as const;

export function useContactMessages(query: { search: string; page: number }) {
  return useQuery({
    queryKey: [...messagesKey, query],
    queryFn: ({ signal }) => call('GET /api/contact', { query: { ...query, limit: ticketsPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: texts.loadFailed },
  });
}

export function useRemoveContactMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/contact/:id', { params: { id } }),
    onSuccess: () => toast.success(texts.removed),
    onError: (error) => toast.failure(error, texts.removeFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: messagesKey }),
  });
}
