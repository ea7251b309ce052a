import { logActionText } from '@sandpiper/contract/campaign-logs.texts';
import type { App } from '../../platform/app-context.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { shownTime } from '../../platform/files/shown-time.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { skippedAtStartOf } from '../deliveries/campaign-ledger.service.ts';
import { listLogsByTime } from './campaign-logs.store.ts';
import type { LogPosition } from './campaign-logs.store.ts';
import { findCampaign, findPolicy, hasCampaign } from './campaigns.store.ts';

const batchSize = 500;

const columns = [
  { header: 'Number', width: 10 },
  { header: 'Time (UTC)', width: 22 },
  { header: 'Action', width: 18 },
  { header: 'Recipient', width: 32 },
  { header: 'Account', width: 24 },
  { header: 'Message', width: 60 },
];

/** Exports a campaign's whole log. Reads the log in batches while the browser downloads the file. */
export async function tableOfLogs(app: App, userId: number, id: number): Promise<Table> {
  const campaign = await findCampaign(app.db, userId, id);
  const policy = await findPolicy(app.db, userId, id);
  if (campaign === undefined || policy === undefined) throw notFound('Campaign');
  const { started_at: at } = campaign;
  const start = at === null ? null : { at, isDeleted: policy.logs_deleted_to !== null && policy.logs_deleted_to >= at };
  return { name: 'Log', columns, batches: logBatches(app, { user_id: userId, id }, start) };
}

/** Yields the log in batches, sorted by time. Reads the next batch while the current one is being written. */
async function* readLogs(app: App, { user_id, id }: CampaignKey) {
  const read = (after: LogPosition) => listLogsByTime(app.db, user_id, id, { after, limit: batchSize });
  for (let reading = read({ time: '-infinity', seq: 0 }); ;) {
    const logs = await reading;
    const last = logs.at(-1);
    if (last === undefined) return;
    reading = read(last);
    // If the download is canceled, nobody awaits this batch, so its failure would be an unhandled rejection.
    reading.catch(() => undefined);
    yield logs;
  }
}

/** When a campaign was first started, and whether the log entry for that start was deleted because of its age. */
type FirstStart = { at: string; isDeleted: boolean };

/**
 * Yields the log's rows. The people who were skipped at the start come right after the log entry for the start or, if that entry was
 * deleted, before all others.
 */
async function* logBatches(app: App, key: CampaignKey, start: FirstStart | null) {
  let missing = start;
  if (start?.isDeleted === true) {
    yield* skippedBatches(app, key, start);
    missing = null;
  }
  for await (const logs of readLogs(app, key)) {
    const next = missing === null ? 0 : logs.findIndex(({ action }) => action === 'started') + 1;
    yield logs.slice(0, next).map(cellsOf);
    if (missing !== null && next > 0) {
      yield* skippedBatches(app, key, missing);
      missing = null;
    }
    yield logs.slice(next).map(cellsOf);
  }
  if (missing !== null) yield* skippedBatches(app, key, missing);
  // If the campaign was deleted in the meantime, entries may be missing. An error aborts the download, so that nobody mistakes the file for
  // complete.
  if (!(await hasCampaign(app.db, key.user_id, key.id))) throw new Error('the campaign was deleted during the export');
}

type Log = Awaited<ReturnType<typeof listLogsByTime>>[number];

function cellsOf(log: Log) {
  const { seq, time, recipient, profile_name, message } = log;
  return [seq, shownTime(time), logActionText(log), recipient, profile_name, message];
}

/** Yields rows for the people who were skipped at the start. The live log has a single line for all of them. */
async function* skippedBatches(app: App, key: CampaignKey, start: FirstStart) {
  for (let after = 0; ;) {
    const people = await skippedAtStartOf(app.db, key, { id: after, limit: batchSize });
    yield people.map(({ recipient, text }) => ['', shownTime(start.at), logActionText({ action: 'skipped', message: null }), recipient, '', text]);
    const last = people.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
