import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { mailAddressTexts as texts } from './mail-address.texts.ts';

const addressKey = ['mail-address'] as const;

export function useMailAddress() {
  return useQuery({
    queryKey: addressKey,
    queryFn: ({ signal }) => call('GET /api/mail-address', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

/** Returns a mutation that saves the email address. The server sends a confirmation link unless the address is already confirmed. */
export function useSetMailAddress({ run }: RecentSignIn) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => run(() => call('PUT /api/mail-address', { body: { address } })),
    onSuccess: (saved) => {
      queryClient.setQueryData(addressKey, saved);
      if (!saved.is_confirmed && saved.address !== null) toast.success(texts.sent(saved.address));
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}

export function useRemoveMailAddress({ run }: RecentSignIn) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => run(() => call('DELETE /api/mail-address')),
    onSuccess: () => toast.success(texts.removed),
    onError: (error) => toast.failure(error, texts.removeFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: addressKey }),
  });
}

export function useConfirmMailAddress() {
  return useMutation({
    mutationFn: (token: string) => call('POST /api/mail-address/confirm', { body: { token } }),
  });
}
