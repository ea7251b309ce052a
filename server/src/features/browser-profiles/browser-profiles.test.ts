import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { completeRequest, syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestAgent, TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();

const found = {
  profiles: [
    { name: 'shop', directory_name: 'ab12cd34.shop', path: '/p/ab12cd34.shop', size_mb: 1.5, is_default: false },
  ],
  profiles_dir: '/p',
  firefox_executable: '/usr/bin/firefox',
  detected: true,
  error: null,
};

async function requestsOf(user: TestUser) {
  return (await server.call(user, 'GET /api/firefox-profiles/requests')).requests;
}

describe('Firefox profiles', () => {
  it('are requested from the agent, and its answer is shown', async () => {
    const user = await buildUser(server.app);
    const agent = await buildAgent(server.app, user);
    const { request_id } = await server.call(user, 'GET /api/firefox-profiles');
    const request = await takeRequest(server, agent);
    assert.deepEqual([request.id, request.request_type], [request_id, 'profiles_list']);
    await completeRequest(server, agent, request, found);
    const [shown] = await requestsOf(user);
    assert.deepEqual(
      [shown?.id, shown?.request_type, shown?.status, shown?.results],
      [request_id, 'list', 'completed', found],
    );
  });

  it('are requested from the agent only once until it answers, even if the user asks several times at once', async () => {
    const user = await buildUser(server.app);
    const agent = await buildAgent(server.app, user);
    const asked = await Promise.all(Array.from({ length: 6 }, () => server.call(user, 'GET /api/firefox-profiles')));
    assert.equal(new Set(asked.map(({ request_id }) => request_id)).size, 1);
    const request = await takeRequest(server, agent);
    assert.equal((await server.call(user, 'GET /api/firefox-profiles')).request_id, request.id);
    await server.call(agent, 'POST /api/agent/requests/:id/result', {
      params: { id: request.id },
      body: { fence: request.fence, status: 'failed', error_message: 'No Firefox here.' },
    });
    const [failed] = await requestsOf(user);
    assert.deepEqual([failed?.status, failed?.error_message], ['failed', 'No Firefox here.']);
    assert.notEqual((await server.call(user, 'GET /api/firefox-profiles')).request_id, request.id);
  });

  it('can be requested again if no agent takes the first request within a minute', async () => {
    const user = await buildUser(server.app);
    const { request_id } = await server.call(user, 'GET /api/firefox-profiles');
    await server.app.db
      .updateTable('agent_requests')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where('user_id', '=', user.id)
      .execute();
    const again = await server.call(user, 'GET /api/firefox-profiles');
    assert.notEqual(again.request_id, request_id);
    const stale = (await requestsOf(user)).find(({ id }) => id === request_id);
    assert.equal(stale?.status, 'failed');
    assert.match(stale?.error_message ?? '', /No agent/);
  });

  it('can be created, but not with a name that Firefox uses for its own profiles', async () => {
    const user = await buildUser(server.app);
    const agent = await buildAgent(server.app, user);
    await server.call(user, 'POST /api/firefox-profiles', { body: { profile_name: ' shop_1 ', is_default: true } });
    const request = await takeRequest(server, agent);
    assert.deepEqual(
      [request.request_type, request.profile_name, request.is_default],
      ['profiles_create', 'shop_1', true],
    );
    for (const [profile_name, message] of [
      [' ', 'Profile name is required'],
      ['two words', 'Use only letters, digits, - and _'],
      ['a'.repeat(51), 'Use at most 50 characters'],
      ...['my-Default-2', 'Beta'].map(
        (name) =>
          [
            name,
            'Choose another name: Firefox uses names such as default, esr, beta or nightly for its own profiles.',
          ] as const,
      ),
    ] as const) {
      const refusal = await server.refuse(user, 'POST /api/firefox-profiles', { body: { profile_name } });
      assert.deepEqual([refusal.error, refusal.fields?.['profile_name']], [message, message]);
    }
  });

  it('are tested by the agent, and a test without a path is refused', async () => {
    const user = await buildUser(server.app);
    const agent = await buildAgent(server.app, user);
    const profile_path = 'C:\\Profiles\\ab12cd34.shop';
    await server.call(user, 'POST /api/firefox-profiles/test', { body: { profile_path } });
    const request = await takeRequest(server, agent);
    assert.deepEqual([request.request_type, request.profile_path], ['profiles_test', profile_path]);
    const refusal = await server.refuse(user, 'POST /api/firefox-profiles/test', { body: { profile_path: '' } });
    assert.equal(refusal.error, 'Profile path is required');
  });

  it('are tested and deleted by the computer that listed them', async () => {
    const user = await buildUser(server.app);
    const [desk, laptop] = [await buildAgent(server.app, user), await buildAgent(server.app, user)];
    await server.call(user, 'GET /api/firefox-profiles');
    const list = await takeRequest(server, desk);
    await completeRequest(server, desk, list, found);
    const path = found.profiles[0]?.path ?? '';
    await server.call(user, 'POST /api/firefox-profiles/test', { body: { profile_path: path } });
    await server.call(user, 'DELETE /api/firefox-profiles/:path', { params: { path } });
    const typesFor = async (agent: TestAgent) => {
      const { requests } = await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
      return requests.map(({ request_type }) => request_type);
    };
    assert.deepEqual(await typesFor(laptop), []);
    assert.deepEqual(await typesFor(desk), ['profiles_test', 'profiles_delete']);
  });

  it('are requested from the chosen computer only, and each answer names the computer that it comes from', async () => {
    const user = await buildUser(server.app);
    const desk = await buildComputer(server.app, user, { name: 'Desk' });
    const laptop = await buildComputer(server.app, user, { name: 'Laptop' });
    const on = { computer_id: laptop.installationId };
    const elsewhere = await server.call(user, 'GET /api/firefox-profiles', {
      query: { computer_id: desk.installationId },
    });
    const answers = [
      await server.call(user, 'GET /api/firefox-profiles', { query: on }),
      await server.call(user, 'POST /api/firefox-profiles', { body: { profile_name: 'shop', ...on } }),
      await server.call(user, 'POST /api/firefox-profiles/test', { body: { profile_path: '/p/x.shop', ...on } }),
      await server.call(user, 'DELETE /api/firefox-profiles/:path', { params: { path: '/p/x.shop' }, query: on }),
    ];
    assert.deepEqual(
      answers.map(({ message }) => message),
      [
        'The agent on Laptop is listing its Firefox profiles.',
        'The agent on Laptop was asked to create the profile shop.',
        'The agent on Laptop was asked to test the profile.',
        'The agent on Laptop was asked to delete the profile.',
      ],
    );
    assert.equal((await takeRequest(server, desk)).id, elsewhere.request_id);
    const { requests } = await server.call(laptop, 'POST /api/agent/sync', { body: syncBody(laptop) });
    assert.deepEqual(
      requests.map(({ id }) => id),
      answers.map(({ request_id }) => request_id),
    );
    assert.deepEqual(
      (await requestsOf(user)).map(({ computer_id }) => computer_id),
      [...answers.map(() => laptop.installationId), desk.installationId],
    );
  });

  it('are not requested from a computer that is not the user’s', async () => {
    const user = await buildUser(server.app);
    const others = await buildComputer(server.app, await buildUser(server.app));
    const query = { computer_id: others.installationId };
    assert.equal((await server.refuse(user, 'GET /api/firefox-profiles', { query })).status, 404);
    assert.deepEqual(await requestsOf(user), []);
  });

  it('cannot be listed if the computer’s agent does not take the request, and the error says so', async () => {
    const user = await buildUser(server.app);
    const { installationId: computer_id } = await buildComputer(server.app, user);
    await server.call(user, 'GET /api/firefox-profiles', { query: { computer_id } });
    await server.app.db
      .updateTable('agent_requests')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where('user_id', '=', user.id)
      .execute();
    const text = 'No agent responded within a minute. Start the agent on that computer and try again.';
    assert.equal((await requestsOf(user))[0]?.error_message, text);
  });

  for (const found of [
    { valid: true, message: 'It opens.', error: null },
    { valid: false, message: null, error: 'Another program has it open.' },
  ]) {
    it(`are shown as ${found.valid ? 'valid' : 'invalid'} after a test`, async () => {
      const user = await buildUser(server.app);
      const agent = await buildAgent(server.app, user);
      const asked = await server.call(user, 'POST /api/firefox-profiles/test', { body: { profile_path: '/p/x.shop' } });
      const request = await takeRequest(server, agent);
      await completeRequest(server, agent, request, found);
      const [shown] = await requestsOf(user);
      assert.deepEqual(
        [shown?.id, shown?.request_type, shown?.status, shown?.results],
        [asked.request_id, 'test', 'completed', found],
      );
    });
  }

  it('are deleted by their full path, whatever characters it contains', async () => {
    const user = await buildUser(server.app);
    const agent = await buildAgent(server.app, user);
    const path = '/home/ana/Mein Ordner/100%/ab12cd34.läden?x#y';
    await server.call(user, 'DELETE /api/firefox-profiles/:path', { params: { path } });
    const request = await takeRequest(server, agent);
    assert.deepEqual([request.request_type, request.profile_path], ['profiles_delete', path]);
  });

  it('are not deleted if an account uses them', async () => {
    const user = await buildUser(server.app);
    const account = await buildAccount(server.app, user, { profile_path: 'C:\\Profiles\\Shop' });
    for (const path of ['C:\\Profiles\\Shop', 'c:\\profiles\\shop\\']) {
      const refusal = await server.refuse(user, 'DELETE /api/firefox-profiles/:path', { params: { path } });
      assert.equal(refusal.status, 409);
      assert.ok(refusal.error.includes(account.profile_name), refusal.error);
    }
    assert.deepEqual(await requestsOf(user), []);
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: account.id } });
    await server.call(user, 'DELETE /api/firefox-profiles/:path', { params: { path: 'C:\\Profiles\\Shop' } });
    const other = await buildUser(server.app);
    await server.call(other, 'DELETE /api/firefox-profiles/:path', { params: { path: 'C:\\Profiles\\Shop' } });
  });

  it('are not deleted if an account uses them by another path, such as one with a symbolic link', async () => {
    const user = await buildUser(server.app);
    const account = await buildAccount(server.app, user, { profile_path: '/home/ana/profiles/shop' });
    const agent = await buildAgent(server.app, user);
    const folder = '/var/home/ana/profiles/shop';
    const paths = [{ profile_id: account.id, path: account.profile_path, is_mine: true, folder }];
    await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { paths }) });
    const refusal = await server.refuse(user, 'DELETE /api/firefox-profiles/:path', { params: { path: folder } });
    assert.ok(refusal.error.includes(account.profile_name), refusal.error);
  });

  it('are not deleted if an account that uses them was added before an agent took the request', async () => {
    const user = await buildUser(server.app);
    const agent = await buildAgent(server.app, user);
    await server.call(user, 'DELETE /api/firefox-profiles/:path', { params: { path: '/p/ab12cd34.shop' } });
    await server.call(user, 'DELETE /api/firefox-profiles/:path', { params: { path: '/p/ab12cd34.unused' } });
    const account = await buildAccount(server.app, user, { profile_path: '/p/ab12cd34.shop' });
    const { requests } = await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
    assert.deepEqual(
      requests.map(({ profile_path }) => profile_path),
      ['/p/ab12cd34.unused'],
    );
    const [, refused] = await requestsOf(user);
    assert.equal(refused?.status, 'failed');
    assert.ok(refused.error_message?.includes(account.profile_name), refused.error_message ?? '');
  });

  it('are deleted if the account with this path is on another computer', async () => {
    const user = await buildUser(server.app);
    const account = await buildAccount(server.app, user);
    const desk = await buildComputer(server.app, user);
    const laptop = await buildComputer(server.app, user, { accounts: [] });
    const ask = { params: { path: account.profile_path } };
    const on = ({ installationId }: TestAgent) => ({ ...ask, query: { computer_id: installationId } });
    assert.equal((await server.refuse(user, 'DELETE /api/firefox-profiles/:path', on(desk))).status, 409);
    await server.call(user, 'DELETE /api/firefox-profiles/:path', on(laptop));
    assert.equal((await takeRequest(server, laptop)).profile_path, account.profile_path);
  });

  it('are not deleted if they look like personal profiles', async () => {
    const user = await buildUser(server.app);
    for (const path of ['/p/ab12cd34.default-release', 'C:\\P\\x.Default\\', '/p/my-default']) {
      const refusal = await server.refuse(user, 'DELETE /api/firefox-profiles/:path', { params: { path } });
      assert.equal(refusal.code, 'invalid_state');
    }
  });
});

const path = '/p/ab12cd34.shop';
describeAccess(server, [
  { key: 'GET /api/firefox-profiles' },
  { key: 'GET /api/firefox-profiles/requests' },
  { key: 'POST /api/firefox-profiles', input: () => Promise.resolve({ body: { profile_name: 'shop' } }) },
  { key: 'POST /api/firefox-profiles/test', input: () => Promise.resolve({ body: { profile_path: path } }) },
  { key: 'DELETE /api/firefox-profiles/:path', input: () => Promise.resolve({ params: { path } }) },
]);
