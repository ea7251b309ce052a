import type { Client } from '@sandpiper/contract/client';
import type { PeopleScope } from '@sandpiper/contract/people-changes';
import { databaseUrl } from '../config.ts';
import { milliseconds, printFigure, timed } from '../figures.ts';
import { usernames } from '../names.ts';
import { withDatabase } from '../system/database.ts';
import type { RunSql } from '../system/database.ts';
import { inDataFolder, startServer } from '../system/server-process.ts';
import type { ServerPlace } from '../system/server-process.ts';

const [few, many] = [10_000, 1_000_000];
const times = 15;
const rowsAtOnce = 20_000;

/** Measures how long pages of people and lists take to load, first for a user with 10,000 people and then with a million. */
export async function measurePeople(): Promise<void> {
  await inDataFolder(async (dataDir) => {
    console.log('Pages of people and lists, embedded Postgres (fastest of 15)');
    await measure({ dataDir, databaseUrl: null });
  });
  if (databaseUrl === null) return;
  await inDataFolder(async (dataDir) => {
    console.log('Pages of people and lists, PostgreSQL server (fastest of 15)');
    await measure({ dataDir, databaseUrl });
  });
}

async function measure(place: ServerPlace): Promise<void> {
  const made = await makeLists(place);
  const names = usernames(many);
  await withDatabase(place, (run) => fill(run, made, { from: 0, names: names.slice(0, few) }));
  const short = await measureCalls(place, made, few);
  await withDatabase(place, (run) => fill(run, made, { from: few, names: names.slice(few) }));
  const long = await measureCalls(place, made, many);
  for (const [what, ms] of long) {
    const before = short.get(what) ?? Number.NaN;
    printFigure(what, `${milliseconds(before)}, ${milliseconds(ms)} (${(ms / before).toFixed(1)} times as long)`);
  }
}

type Made = { userId: number; listId: number; tagId: number };

/** Creates one list for all people, 20 other lists, and a tag. */
async function makeLists(place: ServerPlace): Promise<Made> {
  const { owner, stop } = await startServer(place);
  const { user } = await owner('GET /api/auth/profile');
  const { list } = await owner('POST /api/lists', { body: { name: 'Everyone' } });
  for (let number = 1; number <= 20; number += 1) await owner('POST /api/lists', { body: { name: `List ${number}` } });
  const { tag } = await owner('POST /api/tags', { body: { name: `VIP ${list.id}` } });
  await stop();
  return { userId: user.id, listId: list.id, tagId: tag.id };
}

/**
 * Adds people with the statuses that campaigns leave behind: one in 10 was messaged, one in 200 failed, one in 200 wasn't
 * found, and one in 200 was skipped. One in 500 has replied, one in 1,000 has the tag, and one in 2,000 is on the do-not-contact list. Then
 * analyzes the tables, as the embedded database and PostgreSQL do automatically.
 */
async function fill(
  run: RunSql,
  made: Made,
  { from, names }: { from: number; names: readonly string[] },
): Promise<void> {
  const { userId, listId, tagId } = made;
  for (let done = 0; done < names.length; done += rowsAtOnce) {
    const given = [userId, names.slice(done, done + rowsAtOnce), from + done];
    await run(
      `INSERT INTO people (user_id, username, outcome, outcome_at, last_contacted_at)
       SELECT $1, name, CASE WHEN n % 10 = 0 THEN 'sent' WHEN n % 200 = 1 THEN 'failed' WHEN n % 200 = 2 THEN 'not_found'
         WHEN n % 200 = 3 THEN 'skipped' END, CASE WHEN n % 10 = 0 OR n % 200 IN (1, 2, 3) THEN now() - n * interval '1 minute' END,
         CASE WHEN n % 10 = 0 THEN now() - n * interval '1 minute' END
       FROM (SELECT name, $3::int + place AS n FROM unnest($2::text[]) WITH ORDINALITY AS u (name, place)) named ORDER BY n`,
      given,
    );
    await run(
      `INSERT INTO recipients (user_id, list_id, recipient, status)
       SELECT $1, $4, name, CASE WHEN n % 10 = 0 THEN 'sent' WHEN n % 200 = 1 THEN 'failed' WHEN n % 200 = 2 THEN 'not_found'
         ELSE 'pending' END
       FROM (SELECT name, $3::int + place AS n FROM unnest($2::text[]) WITH ORDINALITY AS u (name, place)) named ORDER BY n`,
      [...given, listId],
    );
  }
  const ownNew = `user_id = ${userId} AND username = ANY($1::text[])`;
  const every = (step: number) => [names.filter((_, place) => place % step === 0)];
  await run(`INSERT INTO person_tags SELECT user_id, ${tagId}, id FROM people WHERE ${ownNew}`, every(1000));
  await run(
    `INSERT INTO conversations (user_id, person, replied_at) SELECT user_id, username, now() FROM people WHERE ${ownNew}`,
    every(500),
  );
  await run(
    `INSERT INTO do_not_contact (user_id, person) SELECT user_id, username FROM people WHERE ${ownNew}`,
    every(2000),
  );
  await run('ANALYZE');
}

type Call = { what: string; call: () => Promise<unknown> };

function callsOf(owner: Client, { listId, tagId }: Made, count: number): Call[] {
  const list = (what: string, query: object) => ({
    what: `list: ${what}`,
    call: () => owner('GET /api/lists/:id/recipients', { params: { id: listId }, query }),
  });
  const people = (what: string, query: object) => ({
    what: `people: ${what}`,
    call: () => owner('GET /api/people', { query }),
  });
  const toChange = (what: string, scope: PeopleScope) => ({
    what: `people to change: ${what}`,
    call: () => owner('POST /api/people-changes/count', { body: { scope } }),
  });
  const pages = count / 50;
  return [
    { what: 'all lists, with their counts', call: () => owner('GET /api/lists') },
    { what: 'dashboard figures', call: () => owner('GET /api/campaigns/dashboard-stats') },
    { what: 'dashboard figures for a month', call: () => owner('GET /api/campaigns/dashboard-stats', ofMonth()) },
    list('first page', {}),
    list('a page in the middle', { page: Math.floor(pages / 2) }),
    list('last page', { page: pages }),
    list('failed', { status: 'failed' }),
    list('search "yoga79"', { search: 'yoga79' }),
    list('search "99", too short for the index', { search: '99' }),
    { what: 'recipients of all lists', call: () => owner('GET /api/recipients') },
    people('first page', {}),
    people('next page, from the middle', { before: Math.floor(count / 2) }),
    people('never contacted', { state: 'never_contacted' }),
    people('contacted', { state: 'contacted' }),
    people('contacted in the last 30 days', { state: 'contacted', days: 30 }),
    people('replied', { state: 'replied' }),
    people('failed', { state: 'failed' }),
    people('not found', { state: 'not_found' }),
    people('skipped', { state: 'skipped' }),
    people('do not contact', { state: 'do_not_contact' }),
    people('with a tag', { tag_id: tagId }),
    people('on a list', { list_id: listId }),
    people('added today', { days: 1 }),
    people('search "yoga79"', { search: 'yoga79' }),
    people('search "99", too short for the index', { search: '99' }),
    people('failed, with a tag', { state: 'failed', tag_id: tagId }),
    toChange('everyone who failed on a list', { list_id: listId, filter: { status: 'failed' } }),
    toChange('everyone who replied, counted exactly', { people: { state: 'replied' } }),
    toChange('everyone with a tag, counted exactly', { people: { tag_id: tagId } }),
  ];
}

function ofMonth() {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return { query: { start_date: day(30), end_date: day(0) } };
}

async function measureCalls(place: ServerPlace, made: Made, count: number): Promise<Map<string, number>> {
  const { owner, stop } = await startServer(place);
  const fastest = new Map<string, number>();
  for (const { what, call } of callsOf(owner, made, count)) {
    await call();
    const waits: number[] = [];
    for (let time = 0; time < times; time += 1) waits.push((await timed(call)).ms);
    // Keep the fastest time. On a busy machine, other programs affect the fastest time less than they affect the median.
    fastest.set(what, Math.min(...waits));
  }
  await stop();
  return fastest;
}
