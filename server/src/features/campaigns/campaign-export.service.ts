import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { writeXlsxStream } from 'hucre/xlsx';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { listLogsAfter } from './campaign-logs.store.ts';
import { skippedAtStartOf } from '../deliveries/campaign-ledger.service.ts';
import { hasCampaign } from './campaigns.store.ts';

const pieceSize = 500;

const columns = [
  { header: 'Number', key: 'seq', width: 10 },
  { header: 'Time (UTC)', key: 'created_at', width: 22 },
  { header: 'Action', key: 'action', width: 18 },
  { header: 'Recipient', key: 'recipient', width: 32 },
  { header: 'Account', key: 'profile_name', width: 24 },
  { header: 'Message', key: 'message', width: 60 },
];

/** The whole log as a spreadsheet, read and written in batches while the browser downloads it. */
export async function exportLogs(app: App, userId: number, id: number): Promise<Readable> {
  if (!(await hasCampaign(app.db, userId, id))) throw notFound('Campaign');
  return Readable.from(writeXlsxStream(logRows(app, userId, id), { name: 'Log', columns, freezePane: { rows: 1 } }));
}

async function* logRows(app: App, userId: number, id: number) {
  for (let seq = 0; ;) {
    const logs = await listLogsAfter(app.db, userId, id, { seq, limit: pieceSize });
    for (const log of logs) {
      // Every cell is text, so a value that begins like a formula is never evaluated.
      yield [
        log.seq,
        log.created_at.slice(0, 19).replace('T', ' '),
        log.action,
        log.recipient ?? '',
        log.profile_name ?? '',
        log.message ?? '',
      ];
    }
    const last = logs.at(-1);
    if (last === undefined) break;
    seq = last.seq;
    await setImmediate();
  }
  yield* skippedRows(app, userId, id);
}

/** People skipped at the start. The live log has a single line for all of them. */
async function* skippedRows(app: App, userId: number, id: number) {
  for (let after = 0; ;) {
    const people = await skippedAtStartOf(app.db, { user_id: userId, id }, { id: after, limit: pieceSize });
    for (const { recipient, text } of people) yield ['', '', 'skipped', recipient, '', text];
    const last = people.at(-1);
    if (last === undefined) return;
    after = last.id;
    await setImmediate();
  }
}
