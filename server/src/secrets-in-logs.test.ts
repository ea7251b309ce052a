import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { ApiKey } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { io } from 'socket.io-client';
import { createApp } from './app.ts';
import { createLogger } from './platform/log.ts';
import { hashPassword } from './platform/secrets/passwords.ts';
import { buildAccount, buildAgent, buildUser, uniqueName } from './testing/builders.ts';
import { testConfig } from './testing/config.ts';
import { bodyOf, queryOf } from './testing/input-shapes.ts';
import { startMailServer } from './testing/mail-server.ts';
import { openTestDatabase } from './testing/test-database.ts';
import { requestOf, testServerOver } from './testing/test-server.ts';
import type { Caller } from './testing/test-server.ts';
import { fixedKeys } from './platform/secrets/server-keys.ts';

/*
 * Puts recognizable secrets into the requests that a server receives, causes many kinds of errors, and searches the whole log for the
 * secrets.
 */

const mark = uniqueName('planted');
/** Returns a recognizable secret that is long enough for a key and a password. */
const planted = (what: string) => `${mark}-${what}-that-nobody-may-ever-read-in-a-log`;

let logged = '';
const log = createLogger('trace', { write: (line) => (logged += line) });
const mailServer = await startMailServer();
const smtpUrl = mailServer.url.replace('://', `://postmaster:${planted('smtp')}@`);
const database = await openTestDatabase();
const app = await createApp({
  config: { ...testConfig, smtpUrl, publicUrl: 'https://example.com', secretKey: planted('key') },
  log,
  database,
  keys: fixedKeys(planted('key')),
});
const server = testServerOver(app);
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
after(async () => {
  await app.http.close();
  await database.close();
});

async function callerFor(access: Endpoint['access']): Promise<Caller> {
  if (access === 'public') return null;
  const user = await buildUser(app, access === 'admin' ? { role: 'admin' } : {});
  await buildAccount(app, user);
  return access === 'agent' ? buildAgent(app, user) : user;
}

const calls: [key: ApiKey, endpoint: Endpoint][] = [...app.boundCalls].map((key) => [key, api[key]]);
const methodOf = (key: ApiKey) => key.split(' ')[0] ?? '';

/**
 * Makes each API call with secrets in its path, query and body, and again with a made-up token. If the call takes a body, also sends
 * malformed JSON.
 */
async function callEach(): Promise<number[]> {
  const statuses: number[] = [];
  for (const [key, endpoint] of calls) {
    const caller = await callerFor(endpoint.access);
    const body = Object.fromEntries(Object.keys(bodyOf(endpoint)).map((name) => [name, planted(name)]));
    const params = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, planted('path')]));
    const query = Object.fromEntries(Object.keys(queryOf(endpoint)).map((name) => [name, planted('query')]));
    const hasBody = endpoint.body !== undefined;
    const request = requestOf(key, { params, query, ...(hasBody ? { body } : {}) });
    statuses.push((await server.send(caller, request)).status);
    statuses.push((await server.send({ token: planted('token') }, request)).status);
    if (!hasBody) continue;
    const broken = { method: methodOf(key), url: request.url, body: `{"password": "${planted('broken')}` };
    statuses.push((await server.send(caller, broken)).status);
  }
  return statuses;
}

async function someone() {
  const user = await buildUser(app);
  const password_hash = await hashPassword(planted('password'));
  await app.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  return { user, agent: await buildAgent(app, user) };
}

/** Makes calls that a user and an agent would make, with secrets in their fields. */
async function useEverything({ user, agent }: Awaited<ReturnType<typeof someone>>): Promise<number[]> {
  const statuses: number[] = [];
  const use = async (key: ApiKey, input: object, caller: Caller = user) =>
    statuses.push((await server.send(caller, requestOf(key, input))).status);
  await use('POST /api/auth/login', { body: { username: user.username, password: planted('password') } }, null);
  await use('POST /api/auth/login', { body: { username: planted('typed'), password: planted('wrong') } }, null);
  await use('POST /api/auth/register', { body: { username: uniqueName('new'), password: planted('new') } }, null);
  await use('POST /api/auth/confirm', { body: { password: planted('wrong') } });
  await use('POST /api/profiles', {
    body: {
      profile_name: 'shop',
      profile_path: `/p/${uniqueName('')}`,
      insta_username: uniqueName('shop'),
      insta_password: planted('insta'),
    },
  });
  await use('POST /api/templates', { body: { name: 'Hello', content: planted('message') } });
  await use('POST /api/agent-tokens', { body: { name: planted('computer') } });
  await use('POST /api/agent-pairing', { body: { device_name: planted('computer') } }, null);
  await use('POST /api/agent-pairing/token', { body: { device_code: planted('device') } }, null);
  await use('PUT /api/mail-address', { body: { address: `${mark}@example.com` } });
  await use('POST /api/mail-address/confirm', { body: { token: planted('link') } }, null);
  const contact = { name: 'Ann', email: 'ann@example.com', message: planted('contact') };
  await use('POST /api/contact', { body: contact }, null);
  await use('POST /api/support', { body: { subject: planted('ticket'), description: planted('ticket') } });
  await use('POST /api/agent/hello', { body: { version: planted('version') } }, agent);
  const passwords = { current_password: planted('password'), new_password: planted('next') };
  await use('PUT /api/auth/password', { body: passwords });
  return statuses;
}

/** Makes writes to several tables fail with an error that quotes the whole row. */
async function breakWrites(): Promise<void> {
  await database.pool.query(`CREATE FUNCTION refuse_aloud() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused %', to_jsonb(NEW) USING DETAIL = to_jsonb(NEW)::text, HINT = to_jsonb(NEW)::text; END $$`);
  const tables = ['templates', 'agent_tokens', 'agent_pairings', 'profiles', 'sessions', 'tickets', 'contact_messages'];
  for (const table of [...tables, 'mail_addresses', 'attempts']) {
    await database.pool.query(`CREATE TRIGGER refused_aloud BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION refuse_aloud()`);
  }
}

/** Sends malformed HTTP and data that isn't HTTP, and opens a WebSocket with an invalid token. */
async function sendNoise(): Promise<void> {
  const { port, hostname } = new URL(address);
  for (const noise of [
    `GET / HTTP/1.1\r\nAuthorization: Bearer ${planted('raw')}\r\nbroken\r\n\r\n`,
    planted('noise'),
  ]) {
    const socket = connect(Number(port), hostname);
    socket.end(`${noise}\r\n\r\n`);
    socket.on('error', () => socket.destroy());
    await once(socket.resume(), 'close');
  }
  const client = io(address, { transports: ['websocket'], auth: { token: planted('socket') }, reconnection: false });
  await new Promise((resolve) => client.once('connect_error', resolve));
  client.close();
}

function assertNothingLeaked(): void {
  const lines = logged.split('\n').filter((line) => line.includes(mark) || /sandpiper_\w+_[\w-]{20}/.test(line));
  assert.deepEqual(lines, []);
}

describe('no log line contains a secret', () => {
  it('when calls succeed or are refused', async () => {
    const statuses = [...(await useEverything(await someone())), ...(await callEach())];
    for (const status of [200, 400, 401]) assert.ok(statuses.includes(status), `no call answered ${status}`);
    await sendNoise();
    assert.match(logged, /request answered/);
    assertNothingLeaked();
  });

  it('when the database refuses rows and quotes them in its errors', async () => {
    const victim = await someone();
    await breakWrites();
    const statuses = await useEverything(victim);
    assert.ok(statuses.filter((status) => status === 500).length > 5, statuses.join(' '));
    assert.match(logged, /"code":"P0001"/);
    assertNothingLeaked();
  });
});

describe('an error that is logged', () => {
  const lineOf = (err: unknown) => {
    let line = '';
    createLogger('error', { write: (text) => (line += text) }).error({ err }, 'failed');
    return line;
  };

  it('keeps its message, location and cause', () => {
    const error = new Error('the door is shut', { cause: new AggregateError([new Error('no key')]) });
    const line = lineOf(error);
    for (const part of ['the door is shut', 'no key', 'secrets-in-logs.test.ts']) assert.ok(line.includes(part), part);
  });

  it('contains no tokens, no credentials from URLs, and no data that a library added', () => {
    const error = new Error(`postgres://me:${mark}@db/x and sandpiper_agent_${mark}`, {
      cause: new SyntaxError(`Unexpected token, "${mark}" is not valid JSON`),
    });
    Object.assign(error, { rawPacket: mark, response: mark, detail: mark });
    assert.ok(!lineOf(error).includes(mark), lineOf(error));
    assert.ok(!lineOf(mark).includes(mark));
  });
});
