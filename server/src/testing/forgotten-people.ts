import { sql } from 'kysely';
import { z } from 'zod';
import type { App } from '../platform/app-context.ts';
import { jobsToEnd } from '../platform/background-jobs.ts';
import { buildList } from './builders.ts';
import type { TestUser } from './builders.ts';
import { buildCampaign } from './campaign-builders.ts';
import { createImport } from './import-scene.ts';
import { scenesOn } from './sending-scene.ts';
import type { TestServer } from './test-server.ts';

/** The username of the person who is forgotten. */
export const leaver = 'nora.leaves';
/** Another username, with a different character in place of the dot. */
const dotless = 'nora_leaves';
/** Other usernames that contain or resemble `leaver`. */
export const others = ['nora.leaves2', 'xnora.leaves', 'nora.leaves.too', dotless];
const page = `https://www.instagram.com/${leaver}/`;

const tablesSchema = z.array(z.object({ name: z.string() }));
const rowsSchema = z.array(z.object({ text: z.string() }));

/** Returns functions that build a user whose data names `leaver`, forget a person, and list the tables that name a person. */
export function forgettingOn(server: TestServer) {
  return {
    forget: (user: TestUser, username = leaver) =>
      server.call(user, 'POST /api/person/:username/forget', { params: { username } }),
    refuseForget: (user: TestUser, username = leaver) =>
      server.refuse(user, 'POST /api/person/:username/forget', { params: { username } }),
    mark: (user: TestUser, reason: string) => mark(server, user, reason),
    tablesNaming: (user: TestUser, username: string) => tablesNaming(server.app, user, username),
    everywhere: () => everywhere(server),
  };
}

const mark = (server: TestServer, user: TestUser, reason: string) =>
  server.call(user, 'POST /api/do-not-contact', { body: { usernames: [leaver], reason } });

/** Lists the tables in which a user's rows contain this username. */
async function tablesNaming(app: App, user: TestUser, username: string): Promise<string[]> {
  const tables = await sql`SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
    WHERE c.table_schema = 'public' AND c.column_name = 'user_id' AND t.table_type = 'BASE TABLE'
    ORDER BY 1`.execute(app.db);
  const pattern = new RegExp(`(?<![a-z0-9._])${username.replaceAll('.', '\\.')}(?![a-z0-9_]|\\.[a-z0-9_])`, 'i');
  const naming: string[] = [];
  for (const table of tablesSchema.parse(tables.rows)) {
    const { rows } = await sql`SELECT row_to_json(t)::text AS text FROM ${sql.table(table.name)} t
      WHERE user_id = ${user.id}`.execute(app.db);
    if (rowsSchema.parse(rows).some(({ text }) => pattern.test(text))) naming.push(table.name);
  }
  return naming;
}

/** Builds a user whose data names `leaver` in many places. The outcome of the first campaign's message to `leaver` is unknown. */
async function everywhere(server: TestServer) {
  const { app } = server;
  const sending = await scenesOn(server)({ recipients: [leaver, ...others] });
  const { user, account } = sending;
  const delivery = await sending.commitOne();
  await sending.report(delivery, 'unknown', { reason: 'no_note', detail: `Could not read ${page}?hl=en.` });
  await sending.stop('challenge', account.id, `Blocked at @${leaver}, then at @${dotless}.`);
  await app.db
    .updateTable('profiles')
    .set({ unexpected_people: [leaver, 'ben'], wait_detail: `At ${page}` })
    .where('id', '=', account.id)
    .execute();
  const secondList = await buildList(app, user, { recipients: [leaver, ...others] });
  const waiting = await sending.another({ listId: secondList.id, content: 'Second text' });
  await mark(server, user, `${leaver} asked us`);
  const params = { username: leaver };
  await server.call(user, 'DELETE /api/do-not-contact/:username', { params, query: { reason: `${leaver} wrote` } });
  await mark(server, user, `${leaver} asked again`);
  const skipping = await sending.another({ listId: secondList.id, content: 'Third text', accounts: 1, name: 'Autumn' });
  const test = await buildList(app, user, { name: `Test: ${leaver}`, recipients: [leaver, 'zoe'] });
  await buildCampaign(app, user, { listId: test.id, content: 'Fourth', status: 'running' });
  const zoe = test.recipients.find(({ recipient }) => recipient === 'zoe');
  await server.call(user, 'POST /api/people-changes', {
    body: {
      scope: { list_id: test.id, recipient_ids: [zoe?.id ?? 0] },
      change: { type: 'set_status', status: 'failed' },
    },
  });
  await createImport(server, user, test.id);
  const body = { note: `Her name is ${leaver}`, tags: ['VIP'] };
  await server.call(user, 'PUT /api/person/:username', { params, body });
  await app.db
    .insertInto('conversations')
    .values({ user_id: user.id, person: leaver, replied_at: new Date() })
    .execute();
  const results = JSON.stringify({ error: `${page} did not open` });
  await app.db
    .insertInto('agent_requests')
    .values({ user_id: user.id, request_type: 'unread_check', status: 'completed', results, error_message: page })
    .execute();
  await buildImport(app, user);
  for (const search of [leaver, dotless]) {
    const filter = { search: `@${search}`, state: 'contacted' } as const;
    await server.call(user, 'POST /api/saved-filters', {
      body: { name: search === leaver ? 'Her' : 'Others', filter },
    });
    const change = { type: 'untag', tag: 'VIP' } as const;
    await server.call(user, 'POST /api/people-changes', { body: { scope: { people: { search } }, change } });
  }
  await jobsToEnd(app);
  return { ...sending, delivery, waiting, skipping, secondList };
}

/** Builds a finished import with `leaver` and someone else. Another row names `leaver`, but was rejected because a value was too long. */
export async function buildImport(app: App, user: TestUser): Promise<void> {
  const { id } = await app.db
    .insertInto('imports')
    .values({
      user_id: user.id,
      list_name: 'Studios',
      file_name: 'studios.xlsx',
      username: user.username,
      status: 'done',
      variables: ['first_name'],
      rows: 3,
      fates: JSON.stringify({ new: 2, invalid: 1 }),
      kept_until: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = [leaver, 'zoe'].map((username, position) => ({
    user_id: user.id,
    import_id: id,
    position,
    line: position + 2,
    given: `https://instagram.com/${username}`,
    username,
    variables: JSON.stringify({ first_name: username }),
    fate: 'new' as const,
  }));
  const rejected = {
    user_id: user.id,
    import_id: id,
    position: 2,
    line: 4,
    given: `@${leaver}`,
    fate: 'invalid' as const,
    problem: 'value_too_long' as const,
  };
  await app.db.insertInto('import_rows').values(rows).execute();
  await app.db.insertInto('import_rows').values(rejected).execute();
}
