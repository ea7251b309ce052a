import type { UnreadResult, UnreadResults } from '@sandpiper/contract/unread-checks';
import { IconAlertTriangle, IconCheck, IconInbox, IconMail, IconUsers } from '@tabler/icons-react';
import { formatCount } from '../../platform/dates.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import css from './unread-results.module.css';

/** How many are unread, as far as Instagram says: "99+" where it only says "at least". */
function countOf({ unread_count, exact }: UnreadResult): string {
  if (unread_count === null) return '–';
  return exact ? formatCount(unread_count) : `${formatCount(unread_count)}+`;
}

const columns: Column<UnreadResult>[] = [
  {
    key: 'profile',
    title: 'Profile',
    isRowHeader: true,
    cell: ({ profile_name, profile_path }) => (
      <div className={css['profile']}>
        <span>{profile_name}</span>
        <PathText path={profile_path} />
      </div>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    cell: ({ error }) =>
      error === null ? (
        <Badge tone="green" icon={<IconCheck size={13} aria-hidden />}>
          Success
        </Badge>
      ) : (
        <div className={css['failed']}>
          <Badge tone="red" icon={<IconAlertTriangle size={13} aria-hidden />}>
            Failed
          </Badge>
          <span>{error}</span>
        </div>
      ),
  },
  {
    key: 'unread',
    title: 'Unread',
    align: 'right',
    cell: (result) => (
      <strong data-unread={(result.unread_count ?? 0) > 0 || undefined} className={css['count']}>
        {countOf(result)}
      </strong>
    ),
  },
];

/** The figures of a check and its table; `results` is undefined while they are loaded. */
export function UnreadResultsView({ results }: { results: UnreadResults | undefined }) {
  const rows = results?.results.toSorted((a, b) => (b.unread_count ?? -1) - (a.unread_count ?? -1));
  const isLowerBound = results?.results.some((each) => !each.exact && each.unread_count !== null) === true;
  return (
    <>
      <div className={css['figures']}>
        <StatCard
          label="Profiles Checked"
          value={results?.profiles_checked}
          tone="tide"
          icon={<IconUsers size={16} aria-hidden />}
        />
        <StatCard
          label="Total Unread"
          value={results?.total_unread}
          tone="coral"
          icon={<IconMail size={16} aria-hidden />}
          note={isLowerBound ? 'At least: Instagram stops counting' : undefined}
        />
        <StatCard
          label="Successful Checks"
          value={results?.results.filter(({ error }) => error === null).length}
          tone="gray"
          icon={<IconInbox size={16} aria-hidden />}
        />
      </div>
      <DataTable
        label="Results by profile"
        columns={columns}
        rows={rows}
        rowKey={(result) => result.profile_path}
        skeletonRows={3}
        empty={<p className={css['nothing']}>No profile was checked.</p>}
      />
    </>
  );
}
