import { Anchor, VisuallyHidden } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import type { UnreadResult, UnreadResults } from '@sandpiper/contract/unread-checks';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../platform/numbers.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatCard, StatRow } from '../../ui/stat-card.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { unreadChecksTexts } from './unread-checks.texts.ts';
import css from './unread-results.module.css';

const texts = unreadChecksTexts.results;

/** Formats an unread count as Instagram does: "99+" is a lower bound. */
function countOf({ unread_count, exact }: UnreadResult): string {
  if (unread_count === null) return '–';
  return exact ? formatCount(unread_count) : texts.atLeast(unread_count);
}

/** The accounts, keyed by the path of their Firefox profile. */
type AccountsByPath = ReadonlyMap<string, Account>;

function accountColumn(accounts: AccountsByPath): Column<UnreadResult> {
  return {
    key: 'profile',
    title: texts.account,
    isRowHeader: true,
    cell: ({ profile_name, profile_path }) => {
      const account = accounts.get(profile_path);
      const username = account?.insta_username ?? '';
      return (
        <div className={css['profile']} title={profile_path}>
          {account === undefined ? (
            <span>{profile_name}</span>
          ) : (
            <Anchor component={Link} to={`/profiles/${account.id}`} inherit>
              {profile_name}
            </Anchor>
          )}
          {username !== '' && <span className={css['username']}>@{username}</span>}
        </div>
      );
    },
  };
}

const resultColumns: Column<UnreadResult>[] = [
  {
    key: 'status',
    title: texts.status,
    cell: ({ error }) =>
      error === null ? (
        <Badge tone="green" icon={<IconCheck size={13} aria-hidden />}>
          {texts.success}
        </Badge>
      ) : (
        <div className={css['failed']}>
          <Badge tone="red" icon={<IconAlertTriangle size={13} aria-hidden />}>
            {texts.failed}
          </Badge>
          <span>{error}</span>
        </div>
      ),
  },
  {
    key: 'unread',
    title: texts.unread,
    align: 'right',
    cell: (result) => (
      <strong data-unread={(result.unread_count ?? 0) > 0 || undefined} className={css['count']}>
        {countOf(result)}
      </strong>
    ),
  },
];

type UnreadResultsProps = {
  results: UnreadResults | undefined;
  accounts: AccountsByPath;
  /** Renders the button that opens an account's inbox. */
  inboxButton: (account: Account) => ReactNode;
};

function inboxColumn({ accounts, inboxButton }: UnreadResultsProps): Column<UnreadResult> {
  return {
    key: 'inbox',
    title: <VisuallyHidden>{texts.actions}</VisuallyHidden>,
    align: 'right',
    width: '1%',
    cell: ({ profile_path }) => {
      const account = accounts.get(profile_path);
      return account !== undefined && inboxButton(account);
    },
  };
}

/** The totals and the table of a check's results. `results` is undefined while loading. */
export function UnreadResultsView(props: UnreadResultsProps) {
  const { results, accounts } = props;
  const rows = results?.results.toSorted((a, b) => (b.unread_count ?? -1) - (a.unread_count ?? -1));
  const isLowerBound = results?.results.some((each) => !each.exact && each.unread_count !== null) === true;
  return (
    <>
      <div className={css['figures']}>
        <StatRow>
          <StatCard label={texts.checked} value={results?.profiles_checked} />
          <StatCard
            label={texts.totalUnread}
            value={results?.total_unread}
            note={isLowerBound ? texts.lowerBound : undefined}
          />
          <StatCard label={texts.successful} value={results?.results.filter(({ error }) => error === null).length} />
        </StatRow>
      </div>
      <DataTable
        label={texts.label}
        columns={[accountColumn(accounts), ...resultColumns, inboxColumn(props)]}
        rows={rows}
        rowKey={(result) => result.profile_path}
        skeletonRows={3}
        empty={<p className={css['nothing']}>{texts.none}</p>}
      />
    </>
  );
}
