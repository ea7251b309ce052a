import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diagnosticReportMaxLength } from '@sandpiper/contract/limits';
import { sql } from 'kysely';
import { createSweep } from '../../sweep.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const report = 'Sandpiper diagnostic report\nProblem: The inbox shows no list of conversations.';

const ask = async (user: TestUser, account: { id: number }) =>
  (await server.call(user, 'POST /api/profiles/:id/diagnostic-report', { params: { id: account.id } })).request_id;
const see = async (user: TestUser, id: number) =>
  (await server.call(user, 'GET /api/diagnostic-reports/:id', { params: { id } })).request;
const storedWith = async (text: string) => {
  const { rows } = await sql<{ id: number }>`SELECT id FROM agent_requests r WHERE r::text LIKE ${`%${text}%`}`.execute(
    app.db,
  );
  return rows.map(({ id }) => id);
};

/** Requests a report and has the agent deliver it. */
async function handedOver(results: object = { report }) {
  const user = await buildUser(app);
  const account = await buildAccount(app, user);
  const agent = await buildComputer(app, user);
  const id = await ask(user, account);
  const { fence, accounts, request_type } = await takeRequest(server, agent);
  const body = { fence, status: 'completed' as const, results };
  const reported = await server.send(agent, { method: 'POST', url: `/api/agent/requests/${id}/result`, body });
  return { user, account, agent, id, accounts, request_type, status: reported.status };
}

describe('a diagnostic report', () => {
  it('is requested from the account’s computer, and shown to the account’s owner', async () => {
    const { user, account, id, accounts, request_type } = await handedOver();
    assert.deepEqual([request_type, accounts.map(({ profile_id }) => profile_id)], ['diagnostic_report', [account.id]]);
    assert.deepEqual(await see(user, id), { id, status: 'completed', report, error_message: null });
  });

  it('is not requested from any other computer', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const other = await buildAccount(app, user);
    await buildComputer(app, user, { accounts: [account] });
    const elsewhere = await buildComputer(app, user, { accounts: [other] });
    const id = await ask(user, account);
    await assert.rejects(takeRequest(server, elsewhere), /0 requests are waiting/);
    assert.deepEqual(await see(user, id), { id, status: 'pending', report: null, error_message: null });
  });

  it('is missing if the agent has no report, and the agent’s error is shown instead', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    const id = await ask(user, account);
    const { fence } = await takeRequest(server, agent);
    const body = { fence, status: 'failed' as const, error_message: 'The computer has no diagnostic report.' };
    await server.call(agent, 'POST /api/agent/requests/:id/result', { params: { id }, body });
    const seen = await see(user, id);
    assert.deepEqual([seen.status, seen.report, seen.error_message], ['failed', null, body.error_message]);
  });

  it('is deleted as soon as the web app reports that it was shown', async () => {
    const text = `Shown once ${Math.random()}`;
    const { user, id } = await handedOver({ report: text });
    assert.deepEqual(await storedWith(text), [id]);
    await server.call(user, 'DELETE /api/diagnostic-reports/:id', { params: { id } });
    assert.deepEqual(await storedWith(text), []);
    const gone = await server.refuse(user, 'GET /api/diagnostic-reports/:id', { params: { id } });
    assert.equal(gone.code, 'not_found');
  });

  it('is deleted ten minutes after it arrives, even if it was never shown', async () => {
    const { user, id } = await handedOver();
    const { id: fresh } = await handedOver();
    await app.db
      .updateTable('agent_requests')
      .set({ completed_at: new Date(Date.now() - 601_000) })
      .where('id', '=', id)
      .execute();
    await createSweep(app, () => Promise.resolve()).run();
    const left = await app.db.selectFrom('agent_requests').select('id').where('id', 'in', [id, fresh]).execute();
    assert.deepEqual(left, [{ id: fresh }]);
    assert.equal((await server.refuse(user, 'GET /api/diagnostic-reports/:id', { params: { id } })).status, 404);
  });

  it('must be text of at most 200 KB', async () => {
    assert.equal((await handedOver({ report: 'x'.repeat(diagnosticReportMaxLength) })).status, 200);
    assert.equal((await handedOver({ report: 'x'.repeat(diagnosticReportMaxLength + 1) })).status, 400);
    assert.equal((await handedOver({ report: 7 })).status, 400);
    assert.equal((await handedOver({})).status, 400);
  });

  it('cannot be read or deleted with the ID of another kind of request', async () => {
    const user = await buildUser(app);
    const { id: profileId } = await buildAccount(app, user);
    const { request_id: id } = await server.call(user, 'POST /api/profiles/:id/sign-in', { params: { id: profileId } });
    assert.equal((await server.refuse(user, 'GET /api/diagnostic-reports/:id', { params: { id } })).status, 404);
    assert.equal((await server.refuse(user, 'DELETE /api/diagnostic-reports/:id', { params: { id } })).status, 404);
  });
});

const withAccount = async (owner: TestUser) => ({ params: { id: (await buildAccount(app, owner)).id } });
const withRequest = async (owner: TestUser) => ({ params: { id: await ask(owner, await buildAccount(app, owner)) } });

describeAccess(server, [
  { key: 'POST /api/profiles/:id/diagnostic-report', input: withAccount, isOwned: true },
  { key: 'GET /api/diagnostic-reports/:id', input: withRequest, isOwned: true },
  { key: 'DELETE /api/diagnostic-reports/:id', input: withRequest, isOwned: true },
]);
