import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { useFormFailureToast } from '../../platform/use-late-failure-toast.ts';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { twoFactorTexts as texts } from './two-factor.texts.ts';

const twoFactorKey = ['two-factor'] as const;
const browsersKey = ['remembered-browsers'] as const;

type Confirmation = CallInput<'POST /api/two-factor/confirm'>['body'];
export type Setup = CallOutput<'POST /api/two-factor/setup'>;
export type Proof = CallInput<'POST /api/two-factor/turn-off'>['body'];

export function useTwoFactor() {
  return useQuery({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => call('GET /api/two-factor', undefined, { signal }),
    meta: { errorToast: texts.loadFailed },
  });
}

/** Returns a mutation that requests a new secret. With `gcTime: 0`, the secret is removed from the cache when the component unmounts. */
export function useSetUpTwoFactor({ run }: RecentSignIn) {
  return useMutation({
    mutationFn: () => run(() => call('POST /api/two-factor/setup')),
    onError: (error) => toast.failure(error, texts.setup.failed),
    gcTime: 0,
  });
}

/** Returns a mutation that confirms the setup. The status is refetched later, when the user has seen the recovery codes. */
export function useConfirmTwoFactor() {
  return useMutation({
    mutationFn: (body: Confirmation) => call('POST /api/two-factor/confirm', { body }),
    onSuccess: () => toast.success(texts.setup.turnedOn),
    ...useFormFailureToast(texts.setup.failed),
    gcTime: 0,
  });
}

export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Proof) => call('POST /api/two-factor/recovery-codes', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: twoFactorKey }),
    ...useFormFailureToast(texts.recovery.renewFailed),
    gcTime: 0,
  });
}

export function useTurnOffTwoFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Proof) => call('POST /api/two-factor/turn-off', { body }),
    onSuccess: () => {
      toast.success(texts.off.done);
      return queryClient.invalidateQueries({ queryKey: twoFactorKey });
    },
    ...useFormFailureToast(texts.off.failed),
  });
}

export function useRememberedBrowsers() {
  return useQuery({
    queryKey: browsersKey,
    queryFn: ({ signal }) => call('GET /api/remembered-browsers', undefined, { signal }),
    meta: { errorToast: texts.browsers.loadFailed },
  });
}

export function useForgetBrowser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/remembered-browsers/:id', { params: { id } }),
    onSuccess: () => toast.success(texts.browsers.forgotten),
    onError: (error) => toast.failure(error, texts.browsers.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: browsersKey }),
  });
}

export function useForgetBrowsers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/remembered-browsers'),
    onSuccess: () => toast.success(texts.browsers.allForgotten),
    onError: (error) => toast.failure(error, texts.browsers.allFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: browsersKey }),
  });
}
