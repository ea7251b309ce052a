import type { AuditEvent, AuditFilter } from '@sandpiper/contract/audit';
import { auditFacts } from '@sandpiper/contract/audit-facts.texts';
import { auditTexts } from '@sandpiper/contract/audit.texts';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { shownTime } from '../../platform/files/shown-time.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { eventFilterOf, known } from './audit-page.service.ts';
import { recordActOf } from './audit.service.ts';
import type { Requester } from './audit.service.ts';
import { listEvents } from './audit.store.ts';
import type { EventFilter } from './audit.store.ts';

const batchSize = 500;

const columns = [
  { header: 'Time (UTC)', width: 22 },
  { header: 'Event', width: 36 },
  { header: 'By', width: 24 },
  { header: 'About', width: 24 },
  { header: 'Subject', width: 24 },
  { header: 'Details', width: 60 },
  { header: 'IP address', width: 24 },
  { header: 'Request ID', width: 38 },
];

/** Exports the matching events, newest first, in batches. Records the export itself as an event. */
export async function exportEvents(app: App, by: Requester & { user: Person }, filter: AuditFilter): Promise<Table> {
  await change(app, (change) =>
    recordActOf(change, by, { action: 'audit_exported', userId: null, detail: { ...filter } }),
  );
  return { name: 'Audit log', columns, batches: batchesOf(app, await eventFilterOf(app, by.user, filter)) };
}

async function* batchesOf(app: App, filter: EventFilter) {
  for (let before: number | undefined; ;) {
    const events = await listEvents(app.db, filter, { position: { before }, limit: batchSize });
    yield events.flatMap(known).map(cellsOf);
    before = events.at(-1)?.id;
    if (before === undefined) return;
  }
}

function cellsOf({ at, action, actor, user, subject, detail, changes, address, request_id }: AuditEvent) {
  const by = actor.name ?? actor.kind;
  return [
    shownTime(at),
    auditTexts[action],
    by,
    user?.name ?? '',
    subject ?? '',
    auditFacts({ detail, changes }, shownTime).join('; '),
    address,
    request_id,
  ];
}
