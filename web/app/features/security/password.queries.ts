import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@sandpiper/contract/client';
import { call } from '../../platform/api.ts';
import { failedFields } from '../../platform/failure.ts';
import { toast } from '../../platform/toasts.tsx';
import { securityTexts } from './security.texts.ts';

type Passwords = CallInput<'PUT /api/auth/password'>['body'];

/**
 * Returns a mutation that changes the user's own password. The form shows field errors next to their fields. A toast shows any other error.
 */
export function useChangeOwnPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Passwords) => call('PUT /api/auth/password', { body }),
    onSuccess: async () => {
      toast.success(securityTexts.password.changed);
      await queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (Object.keys(failedFields(error)).length === 0) toast.failure(error, securityTexts.password.failed);
    },
  });
}
