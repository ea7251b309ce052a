import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

/** Builds a list that is too long to be copied in one batch. */
async function longList(variables: string[] = []) {
  const user = await buildUser(app);
  const recipients = Array.from({ length: 2100 }, (_, index) => `person${index}`);
  const { id } = await buildList(app, user, { variables, recipients });
  return { user, id, params: { id } };
}

const getList = async (user: TestUser, id: number) =>
  (await server.call(user, 'GET /api/lists/:id', { params: { id } })).list;

describe('a list that is filled in the background', () => {
  it('continues to be filled after a server stops, and no campaign can start with it until it is filled', async () => {
    const { user, params } = await longList();
    const beside = await startBeside(server);
    const { lists } = await beside.call(user, 'POST /api/lists/:id/split', { params, body: { parts: 2 } });
    await stopJobs(beside.app);
    const [first, second] = lists;
    assert.ok(first && second);
    const half = await getList(user, first.id);
    assert.equal(half.filling?.status, 'running');
    assert.ok(half.recipient_count > 0 && half.recipient_count < 1050, `${half.recipient_count} people`);
    const campaign = await buildCampaign(app, user, { listId: first.id });
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id: campaign.id } });
    assert.equal(refusal.error, `The list "${first.name}" is still being filled. Try again later.`);
    const preflight = await server.call(user, 'POST /api/campaigns/:id/preflight', {
      params: { id: campaign.id },
      body: {},
    });
    assert.deepEqual(
      preflight.problems.filter(({ is_blocking }) => is_blocking).map(({ code }) => code),
      ['list_filling'],
    );
    const copying = { params: { id: first.id }, body: { name: 'Copy' } };
    assert.equal((await server.refuse(user, 'POST /api/lists/:id/copy', copying)).code, 'invalid_state');
    await continueJobs(app);
    await jobsToEnd(app);
    assert.deepEqual(
      [await getList(user, first.id), await getList(user, second.id)].map((list) => list.filling),
      [
        { kind: 'split', status: 'done', total: 1050, done: 1050, added: 1050, duplicates: 0 },
        { kind: 'split', status: 'done', total: 1050, done: 1050, added: 1050, duplicates: 0 },
      ],
    );
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id: campaign.id } });
  });

  it('prevents changes to its variables, and to those of its source lists, until it is filled', async () => {
    const { user, params } = await longList(['city']);
    const beside = await startBeside(server);
    const { list: copy } = await beside.call(user, 'POST /api/lists/:id/copy', { params, body: { name: 'Copy' } });
    await stopJobs(beside.app);
    const body = { variables: [{ name: 'town', rename_from: 'city' }] };
    for (const list of [params, { id: copy.id }]) {
      const refusal = await server.refuse(user, 'PUT /api/lists/:id/variables', { params: list, body });
      assert.match(refusal.error, /^People are still being copied to or from this list/);
    }
    await continueJobs(app);
    await jobsToEnd(app);
    for (const list of [params, { id: copy.id }])
      await server.call(user, 'PUT /api/lists/:id/variables', { params: list, body });
  });

  it('stops being filled when its source list or the list itself is deleted', async () => {
    const { user, params, id } = await longList();
    const beside = await startBeside(server);
    const copy = async (name: string) =>
      (await beside.call(user, 'POST /api/lists/:id/copy', { params, body: { name } })).list;
    const [kept, deleted] = [await copy('Kept'), await copy('Deleted')];
    await stopJobs(beside.app);
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: deleted.id } });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id } });
    await continueJobs(app);
    await jobsToEnd(app);
    const list = await getList(user, kept.id);
    assert.equal(list.filling?.status, 'stopped');
    assert.ok(list.recipient_count > 0 && list.recipient_count < 2100, `${list.recipient_count} people`);
    const jobs = await app.db.selectFrom('background_jobs').select('id').where('user_id', '=', user.id).execute();
    assert.deepEqual(jobs, []);
  });

  it('stops being filled as soon as the deletion of its source list begins, even if the deletion takes a while', async () => {
    const { user, params, id } = await longList();
    const beside = await startBeside(server);
    const body = { name: 'Copy' };
    const { list: copy } = await beside.call(user, 'POST /api/lists/:id/copy', { params, body });
    await stopJobs(beside.app);
    // Interrupt the deletion before it deletes the list itself.
    await sql`CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'interrupted'; END$$`.execute(app.db);
    await sql`CREATE TRIGGER interrupts BEFORE DELETE ON lists FOR EACH ROW WHEN (OLD.id = ${sql.lit(id)})
      EXECUTE FUNCTION interrupt()`.execute(app.db);
    assert.equal((await server.refuse(user, 'DELETE /api/lists/:id', { params })).status, 409);
    assert.equal((await getList(user, id)).recipient_count, 0);
    await sql`DROP FUNCTION interrupt CASCADE`.execute(app.db);
    await continueJobs(app);
    await jobsToEnd(app);
    const { filling, recipient_count } = await getList(user, copy.id);
    assert.deepEqual([filling?.status, filling?.total], ['stopped', 2100]);
    assert.ok(recipient_count < 2100, `${recipient_count} people`);
  });
});
