import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ClaimedRequest } from '@sandpiper/contract/agent';
import type { UnreadProgress } from '@sandpiper/contract/unread-checks';
import { completeRequest, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAgent } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

it('an unread check shows the state of each account while all of its computers report it', async () => {
  const user = await buildUser(app);
  const here = await buildAccount(app, user);
  const agent = await buildComputer(app, user);
  const there = await buildAccount(app, user);
  const laptop = await buildComputer(app, user, { accounts: [there] });
  const { request_id: id } = await server.call(user, 'POST /api/unread-checker/requests');
  const shown = async () =>
    (await server.call(user, 'GET /api/unread-checker/requests/:id', { params: { id } })).request.progress;
  const renew = (by: TestAgent, request: ClaimedRequest, progress?: UnreadProgress) =>
    server.call(by, 'POST /api/agent/requests/:id/renew', {
      params: { id: request.id },
      body: { fence: request.fence, ...(progress === undefined ? {} : { progress }) },
    });
  const results = { profiles_checked: 1, total_unread: 0, results: [] };
  const [first, second] = [await takeRequest(server, agent), await takeRequest(server, laptop)];
  const [checking, counted] = [
    { profile_id: here.id, state: 'checking' as const },
    { profile_id: there.id, state: 'counted' as const },
  ];
  await renew(agent, first, [checking]);
  await renew(laptop, second);
  assert.equal(await shown(), null, 'the agent on the laptop may be too old to report progress');
  await renew(laptop, second, [counted]);
  await renew(laptop, second);
  assert.deepEqual(await shown(), [checking, counted]);
  await completeRequest(server, laptop, second, results);
  assert.deepEqual(await shown(), [checking, counted]);
  await completeRequest(server, agent, first, results);
  assert.equal(await shown(), null);
});
