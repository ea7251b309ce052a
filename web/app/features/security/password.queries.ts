import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@sandpiper/contract/client';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { useFormFailureToast } from '../../platform/use-late-failure-toast.ts';
import { securityTexts } from './security.texts.ts';

type Passwords = CallInput<'PUT /api/auth/password'>['body'];

export function useChangeOwnPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Passwords) => call('PUT /api/auth/password', { body }),
    onSuccess: async () => {
      toast.success(securityTexts.password.changed);
      await queryClient.invalidateQueries();
    },
    ...useFormFailureToast(securityTexts.password.failed),
  });
}
