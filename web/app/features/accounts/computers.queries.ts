import type { Account } from '@sandpiper/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { useRefreshAccounts } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';

const { toasts: texts } = accountTexts;

type Move = {
  account: Account;
  /** Null assigns the account to the first computer that has its Firefox profile. */
  computerId: string | null;
};

export function useMoveAccount() {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: ({ account: { id }, computerId }: Move) =>
      call('PUT /api/profiles/:id/computer', { params: { id }, body: { computer_id: computerId } }),
    onSuccess: ({ profile }) => {
      toast.success(
        profile.computer === null
          ? texts.movedAnywhere(profile.profile_name)
          : texts.moved(profile.profile_name, profile.computer.name),
      );
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.moveFailed),
  });
}
