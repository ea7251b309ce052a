import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentProtocol } from '@sandpiper/contract/agent';
import { fuzz } from '@sandpiper/testkit/fuzz/fuzz';
import type { FuzzAnswer, FuzzCallers } from '@sandpiper/testkit/fuzz/fuzz';
import { buildComputer, buildUser } from './testing/builders.ts';
import { buildCampaign } from './testing/campaign-builders.ts';
import { startTestServer } from './testing/test-server.ts';

/* Runs a short version of the fuzz test in the `drill` workspace. */

const requests = 1500;
const server = await startTestServer();

/** Creates an administrator and two users with a campaign each. One of the two users also has a computer. */
async function newCallers(): Promise<FuzzCallers> {
  const { app } = server;
  const sending = await buildUser(app);
  await buildCampaign(app, sending, { status: 'running', accounts: 2 });
  const { token, installationId } = await buildComputer(app, sending);
  const planning = await buildUser(app);
  await buildCampaign(app, planning);
  const admin = await buildUser(app, { role: 'admin' });
  return {
    session: [sending.token, sending.token, planning.token, admin.token],
    agentToken: [token],
    hints: { protocol_id: agentProtocol, installation_id: installationId },
  };
}

describe('random requests generated from the API description', () => {
  it('never cause a server error', async () => {
    const document = await server.send(null, { method: 'GET', url: '/api/openapi.json' });
    const result = await fuzz({
      document: document.json,
      seed: 'short',
      requests,
      newCallers,
      send: async (request, token): Promise<FuzzAnswer> => {
        const reply = await server.send(token === null ? null : { token }, request);
        return { status: reply.status, text: reply.text, isJson: reply.json !== null };
      },
    });
    assert.deepEqual(result.faults, []);
    // A lower number would mean that too few requests pass input validation.
    assert.ok(result.succeeded.size > result.operations / 3, `${result.succeeded.size} of ${result.operations}`);
  });
});
