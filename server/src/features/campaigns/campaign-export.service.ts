import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { App } from '../../platform/app-context.ts';
import { streamTable } from '../../platform/files/table-file.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { skippedAtStartOf } from '../deliveries/campaign-ledger.service.ts';
import { listLogsByTime } from './campaign-logs.store.ts';
import type { LogPosition } from './campaign-logs.store.ts';
import { hasCampaign } from './campaigns.store.ts';

const batchSize = 500;

const columns = [
  { header: 'Number', width: 10 },
  { header: 'Time (UTC)', width: 22 },
  { header: 'Action', width: 18 },
  { header: 'Recipient', width: 32 },
  { header: 'Account', width: 24 },
  { header: 'Message', width: 60 },
];

/** Exports a campaign's whole log as a spreadsheet. Reads and writes the log in batches while the browser downloads the file. */
export async function exportLogs(app: App, userId: number, id: number): Promise<Readable> {
  if (!(await hasCampaign(app.db, userId, id))) throw notFound('Campaign');
  return streamTable('xlsx', { name: 'Log', columns, rows: logRows(app, { user_id: userId, id }) });
}

type Key = { user_id: number; id: number };

/** Yields the log in batches, sorted by time. Reads the next batch while the current one is written. */
async function* logBatches(app: App, { user_id, id }: Key) {
  const read = (after: LogPosition) => listLogsByTime(app.db, user_id, id, { after, limit: batchSize });
  for (let reading = read({ time: '-infinity', seq: 0 }); ;) {
    const logs = await reading;
    const last = logs.at(-1);
    if (last === undefined) return;
    reading = read(last);
    // If the download is canceled, nobody waits for this batch.
    reading.catch(() => undefined);
    yield logs;
    await setImmediate();
  }
}

async function* logRows(app: App, key: Key) {
  let isStarted = false;
  for await (const logs of logBatches(app, key)) {
    for (const log of logs) {
      yield [log.seq, log.shown_time, log.action, log.recipient, log.profile_name, log.message];
      if (log.action === 'started' && !isStarted) {
        isStarted = true;
        yield* skippedRows(app, key, log.shown_time);
      }
    }
  }
  if (!isStarted) yield* skippedRows(app, key, '');
}

/** Yields the people who were skipped at the start. The live log has a single line for all of them. */
async function* skippedRows(app: App, key: Key, startedAt: string) {
  for (let after = 0; ;) {
    const people = await skippedAtStartOf(app.db, key, { id: after, limit: batchSize });
    for (const { recipient, text } of people) yield ['', startedAt, 'skipped', recipient, '', text];
    const last = people.at(-1);
    if (last === undefined) return;
    after = last.id;
    await setImmediate();
  }
}
