import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { after, before, describe, it, mock } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { buildAgent, buildUser } from '../../testing/builders.ts';
import { requestOf, startBeside, startTestServer } from '../../testing/test-server.ts';
import type { Caller, Reply } from '../../testing/test-server.ts';

/* A tenth of the usual limits: 300 requests per user, 60 per visitor, 30 wrong tokens, 3 tickets, one download at a time. */
const limits = { callLimitFactor: 0.1, sandbox: false };
const server = await startTestServer(limits);
const { app } = server;
const tags = requestOf('GET /api/tags');
const options = requestOf('GET /api/auth/options');

const from = (remoteAddress: string, caller: Caller, request = tags) =>
  server.send(caller, { ...request, remoteAddress });

/** Makes this many calls and checks that none of them is refused for exceeding a limit. Then makes one more call and returns its reply. */
async function oneMoreThan(times: number, call: (index: number) => Promise<Reply>): Promise<Reply> {
  for (let index = 0; index < times; index += 1) assert.notEqual((await call(index)).status, 429, `call ${index}`);
  return call(times);
}

function assertLimited(reply: Reply, text: RegExp): void {
  assert.equal(reply.status, 429);
  assert.match(reply.text, /"code":"rate_limited"/);
  assert.match(reply.text, text);
  assert.ok(Number(reply.headers['retry-after']) > 0, String(reply.headers['retry-after']));
}

describe('requests within a minute are limited', () => {
  // On a slow machine, these tests can take longer than the minute after which a server starts counting again.
  before(() => {
    const now = performance.now();
    mock.method(performance, 'now', () => now);
  });
  after(() => mock.restoreAll());

  it('for each user across IP addresses, separately for the user’s agents, and with few database queries', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const limited = await oneMoreThan(300, (index) => from(`198.51.100.${index % 200}`, user));
    assertLimited(limited, /Too many requests\. Wait a minute/);
    assert.equal((await from('198.51.100.1', await buildUser(app))).status, 200);
    const hello = requestOf('POST /api/agent/hello', { body: { version: '0.1.0' } });
    assert.notEqual((await from('198.51.100.1', agent, hello)).status, 429);
    const asked = await app.db.selectFrom('attempts').select('count').execute();
    assert.deepEqual(asked, [{ count: 20 }]);
  });

  it('for each user and address across all servers, with at most one extra block of requests per server', async () => {
    const servers = [server, await startBeside(server, limits), await startBeside(server, limits)];
    const user = await buildUser(app);
    const of = (index: number) => servers[index % 3] ?? assert.fail();
    const answered = async (send: (index: number) => Promise<Reply>) => {
      let count = 0;
      for (let index = 0; index < 450; index += 1) if ((await send(index)).status !== 429) count += 1;
      return count;
    };
    const ofUser = await answered((index) => of(index).send(user, tags));
    assert.ok(ofUser >= 300 && ofUser <= 300 + 3 * 15, String(ofUser));
    const remoteAddress = '192.0.2.77';
    const ofVisitor = await answered((index) => of(index).send(null, { ...options, remoteAddress }));
    assert.ok(ofVisitor >= 60 && ofVisitor <= 60 + 3 * 3, String(ofVisitor));
    const token = 'sandpiper_session_guessed';
    const ofGuesser = await answered((index) => of(index).send({ token }, { ...tags, remoteAddress }));
    assert.ok(ofGuesser >= 30 && ofGuesser <= 30 + 3 * 2, String(ofGuesser));
  });

  it('for each visitor, with all addresses of an IPv6 subscriber treated as one visitor', async () => {
    const limited = await oneMoreThan(60, (index) => from(`2001:db8:1:2::${index.toString(16)}`, null, options));
    assertLimited(limited, /Too many requests/);
    assert.equal((await from('2001:db8:1:3::1', null, options)).status, 200);
  });

  it('for each address that sends wrong tokens, without looking up any more tokens from that address', async () => {
    const address = '203.0.113.50';
    const limited = await oneMoreThan(30, (index) => from(address, { token: `sandpiper_session_${index}` }));
    assertLimited(limited, /invalid token came from your network/);
    const user = await buildUser(app);
    assert.equal((await from(address, user)).status, 429);
    assert.equal((await from('203.0.113.51', user)).status, 200);
  });

  it('less strictly in a sandbox, and not at all if the operator turns the limits off', async () => {
    for (const changes of [{ callLimitFactor: 0.001, sandbox: true }, { callLimitFactor: 0 }]) {
      const other = await startBeside(server, { ...limits, ...changes });
      for (let time = 0; time < 40; time += 1) assert.equal((await other.send(null, options)).status, 200);
    }
  });
});

describe('costly calls', () => {
  const ticket = { body: { subject: 'Help', description: 'Please' } };

  it('have a quota for each user, shared by all servers', async () => {
    const servers = [server, await startBeside(server, limits)];
    const user = await buildUser(app);
    const open = (index: number) =>
      servers[index % 2]?.send(user, requestOf('POST /api/support', ticket)) ?? assert.fail();
    const limited = await oneMoreThan(3, open);
    assertLimited(limited, /the limit of 3 support tickets per hour\. Try again in (59|60) minutes\./);
    assert.equal((await server.send(await buildUser(app), requestOf('POST /api/support', ticket))).status, 200);
  });

  it('are not counted if the caller is not allowed to make them', async () => {
    const user = await buildUser(app, { subscription_end_date: '2020-01-01' });
    const request = requestOf('POST /api/installer/ticket', { body: { kind: 'windows' } });
    for (let time = 0; time < 8; time += 1) assert.equal((await server.send(user, request)).status, 403);
  });

  it('include downloads, of which a user can run only a few at once', async () => {
    const user = await buildUser(app);
    const download = () => server.send(user, requestOf('GET /api/people/export', { query: { format: 'csv' } }));
    const running = { raw: new EventEmitter() };
    app.callLimits.beginDownload(user.id, running);
    assertLimited(await download(), /Several of your downloads are still running/);
    running.raw.emit('close');
    assert.equal((await download()).status, 200);
    assert.equal((await download()).status, 200);
    const endpoints: [string, Endpoint][] = Object.entries(api);
    const files = endpoints.filter(([, { response, access }]) => 'file' in response && access !== 'public');
    assert.ok(files.length > 5);
    assert.deepEqual(
      files.filter(([, { quota }]) => quota === undefined).map(([key]) => key),
      [],
    );
  });
});
