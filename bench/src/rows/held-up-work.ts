import { setTimeout } from 'node:timers/promises';
import type { Client } from '@sandpiper/contract/client';
import { importChunkRows } from '@sandpiper/contract/limits';
import { accountPath } from '@sandpiper/testkit/campaigns';
import { pollUntil } from '@sandpiper/testkit/poll-until';
import type { RunSql } from '../system/database.ts';
import { callMs } from '../system/server-process.ts';

/* Long work that a server does. The benchmark `held-up` measures how much this work delays another user's reads. */

const pollMs = 200;
/** Long enough for at least one sweep of the server, which sweeps every five seconds. */
const sweepMs = 7000;

async function until(isDone: () => Promise<boolean>): Promise<void> {
  await pollUntil(isDone, Boolean, { timeoutMs: Number.POSITIVE_INFINITY, pollMs });
}

async function newList(owner: Client, name: string): Promise<number> {
  return (await owner('POST /api/lists', { body: { name, source: 'Bench' } })).list.id;
}

/** Adds a long list of other people, and two completed campaigns with equally long logs: one started a year ago, and one yesterday. */
export async function addEarlierData(
  run: RunSql,
  { people, entries }: { people: number; entries: number },
): Promise<void> {
  await run(`INSERT INTO lists (user_id, name) SELECT min(id), 'Earlier' FROM users`);
  await run(
    `INSERT INTO recipients (user_id, list_id, recipient)
     SELECT user_id, id, 'earlier' || n * 7919 % 1000003 || '.' || n FROM lists, generate_series(1, $1::bigint) AS n`,
    [people],
  );
  for (const name of ['year', 'day']) {
    await run(
      `INSERT INTO campaigns (user_id, name, status, template_name, template_content, list_name, started_at, completed_at)
       SELECT min(id), $1, 'completed', 'Hello', 'Hi {username}', 'People', now() - ('1 ' || $1)::interval, now() FROM users`,
      [name],
    );
  }
  await run(
    `INSERT INTO campaign_logs (user_id, campaign_id, seq, action, recipient, message, profile_name, created_at)
     SELECT c.user_id, c.id, n, 'message_sent', 'person' || n, 'Hi person' || n, 'shop', c.started_at + n * interval '1 ms'
     FROM campaigns c, generate_series(1, $1::bigint) AS n`,
    [entries],
  );
  await run('VACUUM ANALYZE');
}

async function importFile(owner: Client, names: readonly string[]): Promise<number> {
  const listId = await newList(owner, 'From a file');
  const body = { list_id: listId, file_name: 'names.csv', variables: [] };
  const params = { id: (await owner('POST /api/imports', { body })).import.id };
  for (let from = 0; from < names.length; from += importChunkRows) {
    const rows = names
      .slice(from, from + importChunkRows)
      .map((username, index) => ({ line: from + index + 1, username }));
    await owner('PUT /api/imports/:id/rows', { params, body: { from, rows } });
  }
  const status = async () => (await owner('GET /api/imports/:id', { params })).import.status;
  await owner('POST /api/imports/:id/check', { params, body: { rows: names.length, contacted_days: null } });
  await until(async () => (await status()) === 'checked');
  await owner('POST /api/imports/:id/start', { params, body: { include: [], update_values: false } });
  await until(async () => (await status()) === 'done');
  return listId;
}

async function newCampaign(owner: Client, listId: number): Promise<number> {
  const { template } = await owner('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } });
  const account = { profile_name: 'shop', profile_path: accountPath(1) };
  const { profile } = await owner('POST /api/profiles', { body: account });
  const body = { name: 'Spring', message_template_id: template.id, list_id: listId, profiles_used: [profile.id] };
  return (await owner('POST /api/campaigns', { body })).campaign.id;
}

async function earlierCampaign(owner: Client, wanted: 'year' | 'day'): Promise<{ id: number }> {
  const { campaigns } = await owner('GET /api/campaigns');
  return { id: campaigns.find(({ name }) => name === wanted)?.id ?? 0 };
}

async function deleteOldLogs(owner: Client): Promise<void> {
  const params = await earlierCampaign(owner, 'year');
  await owner('PUT /api/retention', { body: { campaign_logs: 90 } });
  await until(async () => (await owner('GET /api/campaigns/:id', { params })).campaign.logs.length === 0);
}

async function importInOneCall(owner: Client, names: readonly string[]): Promise<number> {
  const listId = await newList(owner, 'From a call');
  await owner('POST /api/recipients/bulk', { body: { list_id: listId, recipients: [...names] } });
  return listId;
}

async function exportLog(owner: Client): Promise<void> {
  const params = await earlierCampaign(owner, 'day');
  const response = await owner('GET /api/campaigns/:id/logs/export', { params }, { timeoutMs: callMs });
  for await (const _chunk of response.body ?? []);
}

async function makeBackup(owner: Client): Promise<void> {
  await owner('POST /api/backups');
  await until(async () => !(await owner('GET /api/backups')).is_under_way);
}

async function deleteList(owner: Client, listId: number): Promise<void> {
  // If the deletion takes longer than 100 seconds, this call fails, but the deletion continues in the background.
  await owner('DELETE /api/lists/:id', { params: { id: listId } }).catch(() => undefined);
  await until(async () => (await owner('GET /api/lists')).lists.every(({ id }) => id !== listId));
}

type Work = { what: string; run: () => Promise<unknown> };

/**
 * The kinds of work, in the order in which they run. Each `run` resolves when the server has finished the work, except for the last `run`,
 * which only waits long enough for a housekeeping sweep.
 */
export function kindsOfWork(owner: Client, names: readonly string[]): Work[] {
  const ids = { list: 0, fileList: 0, campaign: 0 };
  const params = () => ({ id: ids.campaign });
  const importNames = async () => {
    ids.list = await importInOneCall(owner, names);
  };
  const importNamesFromFile = async () => {
    const others = names.map((name) => `${name}.f`);
    ids.fileList = await importFile(owner, others);
  };
  const preflight = async () => {
    ids.campaign = await newCampaign(owner, ids.list);
    await owner('POST /api/campaigns/:id/preflight', { params: params(), body: {} });
  };
  return [
    { what: 'deleting old log entries', run: () => deleteOldLogs(owner) },
    { what: 'importing names in one call', run: importNames },
    { what: 'importing a file', run: importNamesFromFile },
    { what: 'a preflight', run: preflight },
    { what: 'starting a campaign', run: () => owner('POST /api/campaigns/:id/start', { params: params() }) },
    { what: 'exporting a log', run: () => exportLog(owner) },
    { what: 'a backup', run: () => makeBackup(owner) },
    { what: 'deleting a campaign', run: () => owner('DELETE /api/campaigns/:id', { params: params() }) },
    { what: 'deleting a list', run: () => deleteList(owner, ids.fileList) },
    { what: 'housekeeping after deleting a list', run: () => setTimeout(sweepMs) },
  ];
}
