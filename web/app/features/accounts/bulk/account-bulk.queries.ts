import type { Account } from '@sandpiper/contract/accounts';
import type { CallInput } from '@sandpiper/contract/client';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { failedFields } from '../../../platform/failure.ts';
import { toast, toastMs } from '../../../platform/toasts.tsx';
import { useIsMounted } from '../../../platform/use-is-mounted.ts';
import { failuresText } from '../../../ui/bulk-bar.texts.ts';
import { useRefreshAccounts } from '../accounts.queries.ts';
import { isLimitField } from '../limits/limits-input.ts';
import { accountBulkTexts as texts, type BulkAction } from './account-bulk.texts.ts';

type AccountsChange = Omit<CallInput<'PUT /api/profiles'>['body'], 'profile_ids'>;

/** Changes accounts with one request. Returns the changed accounts, and the names of the others with the reason. */
async function changeAccounts(accounts: readonly Account[], change: AccountsChange) {
  const profile_ids = accounts.map(({ id }) => id);
  const { profiles, refused } = await call('PUT /api/profiles', { body: { profile_ids, ...change } });
  const nameOf = (id: number) => accounts.find((account) => account.id === id)?.profile_name ?? '';
  return { done: profiles, failed: refused.map(({ id, reason }) => ({ name: nameOf(id), reason })) };
}

function actionOf({ is_active }: AccountsChange): BulkAction {
  if (is_active === undefined) return 'limits';
  return is_active ? 'on' : 'off';
}

/** Returns the accounts to switch back if the user undoes the change, or an empty array if the change can't be undone. */
function undoneBy(accounts: readonly Account[], { is_active }: AccountsChange): Account[] {
  // Switching an account in use may have paused its campaign, and switching the account back wouldn't resume the campaign.
  if (is_active === undefined || accounts.some(({ in_use_by }) => in_use_by !== null)) return [];
  return accounts.filter((account) => (account.is_active === 1) !== is_active);
}

/**
 * Returns a mutation that switches accounts on or off or sets their limits. A toast says how many accounts were changed, and which ones
 * weren't and why.
 */
export function useChangeAccounts() {
  const refresh = useRefreshAccounts();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: ({ accounts, change }: { accounts: readonly Account[]; change: AccountsChange }) =>
      changeAccounts(accounts, change),
    onSuccess: ({ done, failed }, { accounts, change }) => {
      const action = actionOf(change);
      const undone = undoneBy(accounts, change);
      if (failed.length > 0) {
        const text = texts.partlyDone(done.length, accounts.length, action);
        toast.error(text, { detail: failuresText(failed), ms: toastMs.undo });
      } else if (undone.length > 0) {
        const undo = async () => {
          const again = await changeAccounts(undone, { is_active: action === 'off' });
          return again.failed.length > 0 ? failuresText(again.failed) : undefined;
        };
        toast.undoable(texts.done(done.length, action), { undo, refresh });
      } else {
        toast.success(texts.done(done.length, action));
      }
    },
    onError: (error) => {
      // No toast, because the form shows these errors next to their fields, unless the user has left the screen.
      if (isMounted() && Object.keys(failedFields(error)).some(isLimitField)) return;
      toast.failure(error, texts.failed);
    },
    onSettled: refresh,
  });
}
