import { Button, type ButtonProps } from '@mantine/core';
import type { Account, AccountRequest } from '@sandpiper/contract/accounts';
import { useHasSubscription } from '../../platform/session.tsx';
import { openingOf, useAccountRequests, useOpenAccount } from './account-requests.queries.ts';
import { useAllAccounts } from './accounts.queries.ts';

export type OpenProfile = {
  account: Account;
  /** The request to open it that the agent has not finished. */
  opening: AccountRequest | undefined;
  /** Its campaign waits for the user to do something in its window. */
  isStopped: boolean;
};

/** The action that opens an account's window: its word, whether it can be done now, and the doing. */
export function useOpening({ account, opening, isStopped }: OpenProfile) {
  const isAllowed = useHasSubscription();
  const { mutate, isPending } = useOpenAccount();
  const word = opening === undefined ? 'Open Profile' : opening.status === 'pending' ? 'Pending...' : 'Opening...';
  return {
    word,
    cannotOpen: !isAllowed || opening !== undefined || isPending,
    open: () => mutate({ account, isStopped }),
  };
}

type OpenProfileButtonProps = OpenProfile & Pick<ButtonProps, 'visibleFrom' | 'hiddenFrom'>;

export function OpenProfileButton({ account, opening, isStopped, ...where }: OpenProfileButtonProps) {
  const { word, cannotOpen, open } = useOpening({ account, opening, isStopped });
  return (
    <Button
      size="compact-sm"
      variant="light"
      w={112}
      disabled={cannotOpen}
      aria-label={`${word} ${account.profile_name}`}
      onClick={open}
      {...where}
    >
      {word}
    </Button>
  );
}

/** The same where only the account's number is known, for an account that a campaign waits for. */
export function OpenStoppedProfile({ accountId }: { accountId: number }) {
  const account = useAllAccounts().data?.profiles.find((each) => each.id === accountId);
  const requests = useAccountRequests((request) => request.profile_id === accountId);
  if (account === undefined) return null;
  return <OpenProfileButton account={account} opening={openingOf(account, requests)} isStopped />;
}
