import { Button, Group } from '@mantine/core';
import type { Account, AccountHold } from '@sandpiper/contract/accounts';
import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { useAllAccounts } from '../../platform/all-accounts.ts';
import { HoldBadge } from '../../ui/hold-badge.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { openingOf, useAccountRequests } from './account-requests.queries.ts';
import css from './account-table.module.css';
import { useReleaseAccount } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import { OpenProfileButton } from './open-profile.tsx';

const { hold: texts } = accountTexts;

/**
 * A button that lets the owner end a hold after checking the account. Shown only for holds without an end date, because timed
 * holds can't be ended early.
 */
export function ReleaseButton({ account }: { account: Account }) {
  const release = useReleaseAccount();
  if (account.hold === null || account.hold.until !== null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={release.isPending}
      aria-label={texts.endName(account.profile_name)}
      onClick={() => release.mutate(account)}
    >
      {texts.end}
    </Button>
  );
}

type HoldNoticeProps = { account: Account; hold: AccountHold; opening: AccountRequest | undefined };

/**
 * Shows why the account is on hold, when the hold began and, if the hold has an end date, when it ends. On phones, the notice also contains
 * the button that opens the account, because there is no room for the button in the table row.
 */
export function HoldNotice({ account, hold, opening }: HoldNoticeProps) {
  return (
    <div className={css['notice']}>
      <HoldBadge until={hold.until} />
      <span>
        {hold.text}{' '}
        <RichText
          text={hold.until === null ? texts.since : texts.sinceUntil}
          tags={{ since: timeAt(hold.since), until: timeAt(hold.until) }}
        />
      </span>
      <OpenProfileButton account={account} opening={opening} hiddenFrom="sm" />
      <ReleaseButton account={account} />
    </div>
  );
}

/** The actions for an account on hold, for callers that only know the account's ID. */
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
