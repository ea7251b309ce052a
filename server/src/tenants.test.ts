import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { takeRequest } from './testing/agent-calls.ts';
import { buildAccount, buildAgent, buildUser, uniqueName } from './testing/builders.ts';
import type { TestAgent, TestUser } from './testing/builders.ts';
import { buildCampaign } from './testing/campaign-builders.ts';
import { hashToken } from './platform/secrets/tokens.ts';
import { testServer } from './testing/test-server.ts';

/*
 * Tests that no user's data appears in another user's lists, and that another user's calls without an ID or a body don't change it. Each
 * feature's own tests cover access by ID.
 */

const server = await testServer();
const { app } = server;
const calls: [key: string, endpoint: Endpoint][] = Object.entries(api);
// Leave out the export's file, which doesn't exist until the export has been prepared. The export's own tests cover it.
const lists = calls
  .filter(
    ([key, { access }]) =>
      access === 'user' && key.startsWith('GET ') && !key.includes(':') && key !== 'GET /api/data-export/file',
  )
  .map(([key]) => key.slice('GET '.length));

/** API calls whose responses don't contain the mark (see {@link owner}), even for the user whose mark it is. */
const nameless = [
  '/api/settings',
  '/api/campaigns/pause-preview',
  '/api/installer',
  '/api/profiles/pack-info',
  '/api/firefox-profiles',
  '/api/unread-checker/automatic',
  '/api/notices/switches',
  '/api/mail-address',
  '/api/user-deletion',
  '/api/data-export',
  '/api/two-factor',
];
const admin = await buildUser(app, { role: 'admin' });

async function reportNext(agent: TestAgent, results: object): Promise<void> {
  const { id, fence } = await takeRequest(server, agent);
  await server.call(agent, 'POST /api/agent/requests/:id/result', {
    params: { id },
    body: { fence, status: 'completed', results },
  });
}

/** Creates a user whose username, the mark, appears in most of their data. */
async function owner(): Promise<{ user: TestUser; mark: string }> {
  const mark = uniqueName('mine');
  const user = await buildUser(app, { username: mark });
  await app.db.updateTable('sessions').set({ browser: mark }).where('user_id', '=', user.id).execute();
  const token_hash = hashToken(mark);
  const browser = { user_id: user.id, token_hash, browser: mark, address: '', expires_at: new Date('2999-12-31') };
  await app.db.insertInto('remembered_browsers').values(browser).execute();
  const agent = await buildAgent(app, user, { name: mark });
  const campaign = await buildCampaign(app, user, { name: mark, content: mark, recipients: [mark], status: 'running' });
  await app.db.updateTable('lists').set({ name: mark }).where('id', '=', campaign.listId).execute();
  const { installationId: installation_id } = agent;
  const account = await buildAccount(app, user, { profile_name: mark, profile_path: `/p/${mark}`, installation_id });
  const { ticket } = await server.call(user, 'POST /api/support', { body: { subject: mark, description: mark } });
  await server.call(admin, 'POST /api/support/:id/messages', { params: { id: ticket.id }, body: { message: mark } });
  await server.call(user, 'POST /api/agent-tokens', { body: { name: mark } });
  const toImport = { list_id: campaign.listId, file_name: mark, variables: [] };
  await server.call(user, 'POST /api/imports', { body: toImport });
  const marked = { body: { usernames: [mark] } };
  await server.call(user, 'POST /api/do-not-contact', marked);
  await server.call(user, 'DELETE /api/do-not-contact/:username', {
    params: { username: mark },
    query: { reason: mark },
  });
  await server.call(user, 'POST /api/do-not-contact', marked);
  await server.call(user, 'POST /api/tags', { body: { name: mark } });
  await server.call(user, 'POST /api/people-changes', {
    body: { scope: { usernames: [mark] }, change: { type: 'tag', tag: mark } },
  });
  await server.call(user, 'POST /api/saved-filters', { body: { name: mark, filter: {} } });
  await server.call(user, 'GET /api/firefox-profiles');
  await reportNext(agent, { profiles: [], profiles_dir: mark, firefox_executable: null, detected: false, error: null });
  await server.call(user, 'POST /api/unread-checker/requests', { body: { profileIds: [account.id] } });
  const found = { profile_name: mark, profile_path: mark, unread_count: 1, exact: true, error: null };
  await reportNext(agent, { profiles_checked: 1, total_unread: 1, results: [found] });
  await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
  return { user, mark };
}

describe('what belongs to one user', async () => {
  const { user, mark } = await owner();
  const stranger = await buildUser(app);

  for (const url of lists) {
    it(`does not appear in another user's ${url}`, async () => {
      const own = await server.send(user, { method: 'GET', url });
      assert.equal(own.status, 200);
      assert.equal(own.text.includes(mark), !nameless.includes(url), 'whether the owner sees the mark');
      const others = await server.send(stranger, { method: 'GET', url });
      assert.equal(others.status, 200);
      assert.ok(!others.text.includes(mark));
    });
  }

  it("is not changed by another user's calls without an ID or a body", async () => {
    const seen = async () => {
      const replies = lists
        .filter((url) => !nameless.includes(url))
        .map((url) => server.send(user, { method: 'GET', url }));
      return (await Promise.all(replies)).map((reply) => reply.json);
    };
    const before = await seen();
    for (const [key, { access, body }] of calls) {
      const [method = '', url = ''] = key.split(' ');
      if (
        url === '/api/auth/logout' ||
        access !== 'user' ||
        method === 'GET' ||
        url.includes(':') ||
        body !== undefined
      )
        continue;
      assert.equal((await server.send(stranger, { method, url })).status, 200, key);
    }
    assert.deepEqual(await seen(), before);
  });
});
