import { Button, type ButtonProps } from '@mantine/core';
import type { Account, AccountRequest } from '@sandpiper/contract/accounts';
import { useHasSubscription } from '../../platform/session.tsx';
import { useOpenAccount } from './account-requests.queries.ts';

export type OpenProfile = {
  account: Account;
  /** The request to open it that the agent has not finished. */
  opening: AccountRequest | undefined;
};

/** The action that opens an account's window: its word, whether it can be done now, and the doing. */
export function useOpening({ account, opening }: OpenProfile) {
  const isAllowed = useHasSubscription();
  const { mutate, isPending } = useOpenAccount();
  const word = opening === undefined ? 'Open Profile' : opening.status === 'pending' ? 'Pending...' : 'Opening...';
  return {
    word,
    cannotOpen: !isAllowed || opening !== undefined || isPending,
    open: () => mutate(account),
  };
}

type OpenProfileButtonProps = OpenProfile & Pick<ButtonProps, 'visibleFrom' | 'hiddenFrom'>;

export function OpenProfileButton({ account, opening, ...where }: OpenProfileButtonProps) {
  const { word, cannotOpen, open } = useOpening({ account, opening });
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
