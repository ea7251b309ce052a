import type { AuditEvent } from '@sandpiper/contract/audit';
import { auditTexts } from '@sandpiper/contract/audit.texts';
import type { ReactNode } from 'react';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExactTime } from '../../ui/relative-time.tsx';
import { auditLogTexts } from './audit-log.texts.ts';
import css from './audit.module.css';
import { actorText, factsOf } from './event-facts.ts';

const { table: texts } = auditLogTexts;

function Event({ event }: { event: AuditEvent }) {
  return (
    <div className={css['event']}>
      <span className={css['name']}>{auditTexts[event.action]}</span>
      <span className={css['facts']}>{factsOf(event).join(' · ')}</span>
      <CollapsedColumn below="md">
        <span className={css['facts']}>{peopleOf(event).join(' · ')}</span>
      </CollapsedColumn>
    </div>
  );
}

/** Returns the contents of the columns that are hidden on small screens. */
function peopleOf({ user, address, ...event }: AuditEvent): string[] {
  const by = actorText({ user, address, ...event });
  return [by, ...(user === null || user.name === by ? [] : [user.name]), ...(address === null ? [] : [address])];
}

function From({ event: { address, request_id } }: { event: AuditEvent }) {
  if (address === null) return null;
  return <span title={request_id === null ? undefined : texts.request(request_id)}>{address}</span>;
}

function Name({ children }: { children: string | undefined }) {
  return <span className={css['who']}>{children}</span>;
}

const columns: readonly Column<AuditEvent>[] = [
  { key: 'when', title: texts.when, width: 'min(10rem, 30vw)', cell: ({ at }) => <ExactTime at={at} /> },
  { key: 'event', title: texts.event, isRowHeader: true, cell: (event) => <Event event={event} /> },
  { key: 'by', title: texts.by, from: 'md', width: '16%', cell: (event) => <Name>{actorText(event)}</Name> },
  { key: 'about', title: texts.about, from: 'md', width: '14%', cell: ({ user }) => <Name>{user?.name}</Name> },
  { key: 'from', title: texts.from, from: 'md', width: '14%', cell: (event) => <From event={event} /> },
];

type AuditTableProps = { events: readonly AuditEvent[] | undefined; isStale: boolean; empty: ReactNode };

/** The audit log as a table with one row per event. On small screens, the last three columns move below the event. */
export function AuditTable({ events, isStale, empty }: AuditTableProps) {
  return (
    <DataTable
      label={texts.label}
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
      skeletonRows={12}
      isStale={isStale}
      empty={empty}
    />
  );
}
