import { Button, Group } from '@mantine/core';
import type { Account, AccountHold, AccountRequest } from '@sandpiper/contract/accounts';
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { openingOf, useAccountRequests } from './account-requests.queries.ts';
import css from './account-table.module.css';
import { useAllAccounts, useReleaseAccount } from './accounts.queries.ts';
import { OpenProfileButton } from './open-profile.tsx';

/** Ends a hold that waits for its owner; one that ends by itself cannot be cut short. */
function ReleaseButton({ account }: { account: Account }) {
  const release = useReleaseAccount();
  if (account.hold === null || account.hold.until !== null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={release.isPending}
      aria-label={`I've looked at ${account.profile_name}`}
      onClick={() => release.mutate(account)}
    >
      I&apos;ve looked
    </Button>
  );
}

type HoldNoticeProps = { account: Account; hold: AccountHold; opening: AccountRequest | undefined };

/** Why the account may do nothing on Instagram, since and until when; on a phone with the button that the row has no room for. */
export function HoldNotice({ account, hold, opening }: HoldNoticeProps) {
  return (
    <div className={css['notice']}>
      <StatusBadge status="held" />
      <span>
        {hold.text} Since <ExactTime at={hold.since} />, <RelativeTime at={hold.since} />
        {hold.until !== null && (
          <>
            ; until <ExactTime at={hold.until} />, <RelativeTime at={hold.until} />
          </>
        )}
        .
      </span>
      <OpenProfileButton account={account} opening={opening} hiddenFrom="sm" />
      <ReleaseButton account={account} />
    </div>
  );
}

/** What can be done about an account on hold, where only its number is known. */
export function HeldAccountActions({ accountId }: { accountId: number }) {
  const account = useAllAccounts().data?.profiles.find((each) => each.id === accountId);
  const requests = useAccountRequests((request) => request.profile_id === accountId);
  if (account === undefined) return null;
  return (
    <Group gap={6}>
      <OpenProfileButton account={account} opening={openingOf(account, requests)} />
      <ReleaseButton account={account} />
    </Group>
  );
}
