import { Button, type ButtonProps } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { useHasSubscription } from '../../platform/session.tsx';
import { useOpenAccount } from './account-requests.queries.ts';
import { accountTexts } from './accounts.texts.ts';

const { actions: texts } = accountTexts;

export type OpenProfile = {
  account: Account;
  /** The unfinished request to open the account or its sign-in page, or undefined if there is none. */
  opening: AccountRequest | undefined;
};

/** Returns the action that opens an account's window: its label, whether it is available, and its click handler. */
export function useOpening({ account, opening }: OpenProfile) {
  const isAllowed = useHasSubscription();
  const { mutate, isPending } = useOpenAccount();
  const word = opening === undefined ? texts.open : opening.status === 'pending' ? texts.pending : texts.opening;
  return {
    word,
    cannotOpen: !isAllowed || opening !== undefined || isPending,
    open: () => mutate(account),
  };
}

type OpenProfileButtonProps = OpenProfile & Pick<ButtonProps, 'visibleFrom' | 'hiddenFrom' | 'size' | 'variant' | 'w'>;

export function OpenProfileButton({ account, opening, ...where }: OpenProfileButtonProps) {
  const { word, cannotOpen, open } = useOpening({ account, opening });
  return (
    <Button
      size="compact-sm"
      variant="light"
      w={112}
      disabled={cannotOpen}
      aria-label={texts.openName(word, account.profile_name)}
      onClick={open}
      {...where}
    >
      {word}
    </Button>
  );
}
