import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import type { AccountRequest, OpenPage } from '@sandpiper/contract/account-requests';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { toast } from '../../platform/toasts.tsx';
import { softDisabled } from '../../ui/soft-disabled.ts';
import { openingOf, useAccountRequests, useOpenAccount } from './account-requests.queries.ts';
import { accountTexts } from './accounts.texts.ts';

const { actions: texts } = accountTexts;

export type OpenProfile = {
  account: Account;
  /** The unfinished request to open the account or its sign-in page, or undefined if there is none. */
  opening: AccountRequest | undefined;
  /** The page to show in the window. */
  page?: OpenPage | undefined;
};

/** Whether agents are connected, but none of them has found the account's Firefox profile. The profile's path may be wrong. */
export function useIsProfileMissing({ computer }: Account): boolean {
  return useAgentPresence().isOnline === true && computer === null;
}

/** Returns why the account's window can't be opened, or null if nothing is known to prevent it. */
function useObstacle(account: Account): string | null {
  const isMissing = useIsProfileMissing(account);
  const { computer } = account;
  if (computer === null) return isMissing ? texts.profileMissing : texts.computerUnknown;
  return computer.is_online ? null : texts.computerAway(computer.name);
}

/** Returns the action that opens an account's window: its label, whether it is available and why not, and its click handler. */
export function useOpening({ account, opening, page }: OpenProfile) {
  const isAllowed = useHasSubscription();
  const { mutate, isPending } = useOpenAccount();
  const obstacle = useObstacle(account);
  const first = page === 'inbox' ? texts.openInbox : texts.open;
  const word = opening === undefined ? first : opening.status === 'pending' ? texts.pending : texts.opening;
  return {
    word,
    cannotOpen: !isAllowed || opening !== undefined || isPending,
    obstacle: opening === undefined ? obstacle : null,
    open: () => {
      if (obstacle === null) mutate({ account, page });
      else toast.warning(obstacle);
    },
  };
}

type OpenProfileButtonProps = OpenProfile & Pick<ButtonProps, 'visibleFrom' | 'hiddenFrom' | 'size' | 'variant' | 'w'>;

export function OpenProfileButton({ account, opening, page, ...where }: OpenProfileButtonProps) {
  const { word, cannotOpen, obstacle, open } = useOpening({ account, opening, page });
  return (
    <Tooltip label={obstacle} disabled={obstacle === null} multiline maw="20rem">
      <Button
        size="compact-sm"
        variant="light"
        w={page === 'inbox' ? 100 : 112}
        disabled={cannotOpen}
        aria-label={texts.openName(word, account.profile_name)}
        onClick={open}
        {...softDisabled(obstacle !== null)}
        {...where}
      >
        {word}
      </Button>
    </Tooltip>
  );
}

/**
 * Returns a function that renders an account's *Open Inbox* button. Shows a toast if an account couldn't be opened, or if its window
 * doesn't show the inbox.
 */
export function useInboxButton() {
  const requests = useAccountRequests(({ request_type }) => request_type === 'open');
  return (account: Account) => (
    <OpenProfileButton account={account} opening={openingOf(account, requests)} page="inbox" />
  );
}
