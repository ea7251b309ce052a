import { logActionText } from '@sandpiper/contract/campaign-logs.texts';
import type { App } from '../../platform/app-context.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { profileLinkColumn, profileLinkOf } from '../../platform/files/profile-link.ts';
import { shownTimeIn } from '../../platform/files/shown-time.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { skippedAtStartOf } from '../deliveries/campaign-ledger.service.ts';
import { listLogsByTime } from './campaign-logs.store.ts';
import type { LogPosition } from './campaign-logs.store.ts';
import { findCampaign, hasCampaign } from './campaigns.store.ts';

const batchSize = 500;

const columnsIn = (timezone: string) => [
  { header: 'Number', width: 10 },
  { header: `Time (${timezone})`, width: 22 },
  { header: 'Action', width: 18 },
  { header: 'Recipient', width: 32 },
  { header: 'Account', width: 24 },
  { header: 'Message', width: 60 },
  profileLinkColumn,
];

type LogExport = {
  app: App;
  key: CampaignKey;
  /** Formats a time in the export's time zone. */
  shownTime: (time: string) => string;
};

/** Exports a campaign's whole log. Reads the log in batches while the browser downloads the file. */
export async function tableOfLogs(app: App, key: CampaignKey, timezone = 'UTC'): Promise<Table> {
  const campaign = await findCampaign(app.db, key.user_id, key.id);
  if (campaign === undefined) throw notFound('Campaign');
  const { started_at: at, logs_deleted_to: deletedTo } = campaign;
  const start = at === null ? null : { at, isDeleted: deletedTo !== null && deletedTo >= at };
  const log = { app, key, shownTime: shownTimeIn(timezone) };
  return { name: 'Log', columns: columnsIn(timezone), batches: logBatches(log, start) };
}

/** Yields the log in batches, sorted by time. Reads the next batch while the current one is being written. */
async function* readLogs({ app, key: { user_id, id } }: LogExport) {
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
async function* logBatches(log: LogExport, start: FirstStart | null) {
  const { app, key, shownTime } = log;
  const cells = (entry: Entry) => cellsOf(entry, shownTime);
  let missing = start;
  if (start?.isDeleted === true) {
    yield* skippedBatches(log, start);
    missing = null;
  }
  for await (const logs of readLogs(log)) {
    const next = missing === null ? 0 : logs.findIndex(({ action }) => action === 'started') + 1;
    yield logs.slice(0, next).map(cells);
    if (missing !== null && next > 0) {
      yield* skippedBatches(log, missing);
      missing = null;
    }
    yield logs.slice(next).map(cells);
  }
  if (missing !== null) yield* skippedBatches(log, missing);
  // If the campaign was deleted in the meantime, entries may be missing. An error aborts the download, so that nobody mistakes the file for
  // complete.
  if (!(await hasCampaign(app.db, key.user_id, key.id))) throw new Error('the campaign was deleted during the export');
}

type Entry = Awaited<ReturnType<typeof listLogsByTime>>[number];

function cellsOf(entry: Entry, shownTime: LogExport['shownTime']) {
  const { seq, time, recipient, profile_name, message } = entry;
  const at = shownTime(`${time.replace(' ', 'T')}Z`);
  return [seq, at, logActionText(entry), recipient, profile_name, message, profileLinkOf(recipient)];
}

/** Yields rows for the people who were skipped at the start. The live log has a single line for all of them. */
async function* skippedBatches({ app, key, shownTime }: LogExport, start: FirstStart) {
  const at = shownTime(start.at);
  const action = logActionText({ action: 'skipped', message: null });
  for (let after = 0; ;) {
    const people = await skippedAtStartOf(app.db, key, { id: after, limit: batchSize });
    yield people.map(({ recipient, text }) => ['', at, action, recipient, '', text, profileLinkOf(recipient)]);
    const last = people.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
