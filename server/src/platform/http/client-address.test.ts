import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniqueName } from '../../testing/builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

const server = await testServer();
const attempts = 10;

type Sender = { remoteAddress: string; forwardedFor: string };

/** Tries to sign in as one user with a wrong password, once from each sender. Returns the response statuses. */
async function guess(at: TestServer, username: string, senders: Sender[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const { remoteAddress, forwardedFor } of senders) {
    const reply = await at.send(null, {
      method: 'POST',
      url: '/api/auth/login',
      body: { username, password: 'a guess' },
      headers: { 'x-forwarded-for': forwardedFor },
      remoteAddress,
    });
    statuses.push(reply.status);
  }
  return statuses;
}

/** Returns one sender more than the number of attempts that an address may make. Each sender forges a different address. */
function sendersBehind(remoteAddress: string, added: string[]): Sender[] {
  return Array.from({ length: attempts + 1 }, (_, index) => ({
    remoteAddress,
    forwardedFor: [`198.51.100.${index}`, ...added].join(', '),
  }));
}

const limited = [...Array.from({ length: attempts }, () => 401), 429];

describe('sign-in attempts', () => {
  it("are counted by the connection's address if there is no proxy, whatever X-Forwarded-For says", async () => {
    const name = uniqueName('victim-');
    assert.deepEqual(await guess(server, name, sendersBehind('203.0.113.9', [])), limited);
    const victim = { remoteAddress: '198.51.100.1', forwardedFor: '' };
    assert.deepEqual(await guess(server, name, [victim]), [401], 'the owner of a forged address is not locked out');
  });

  it('are counted by the address that a proxy on this computer added', async () => {
    const name = uniqueName('victim-');
    assert.deepEqual(await guess(server, name, sendersBehind('127.0.0.1', ['203.0.113.10'])), limited);
    const other = { remoteAddress: '::1', forwardedFor: '203.0.113.10, 203.0.113.11' };
    assert.deepEqual(await guess(server, name, [other]), [401]);
  });

  it('are counted by the address that the outermost of several proxies added', async () => {
    const at = await startBeside(server, { trustProxy: 2 });
    const name = uniqueName('victim-');
    assert.deepEqual(await guess(at, name, sendersBehind('10.0.0.2', ['203.0.113.12', '10.0.0.1'])), limited);
    const other = { remoteAddress: '10.0.0.2', forwardedFor: '203.0.113.12, 203.0.113.13, 10.0.0.1' };
    assert.deepEqual(await guess(at, name, [other]), [401]);
  });

  it('are counted by the last address that is not a trusted proxy', async () => {
    const at = await startBeside(server, { trustProxy: ['10.0.0.0/8'] });
    const name = uniqueName('victim-');
    assert.deepEqual(await guess(at, name, sendersBehind('10.0.0.2', ['203.0.113.14', '10.0.0.1'])), limited);
    const other = { remoteAddress: '10.0.0.2', forwardedFor: '203.0.113.14, 203.0.113.15' };
    assert.deepEqual(await guess(at, name, [other]), [401]);
    assert.deepEqual(await guess(at, name, sendersBehind('127.0.0.8', ['203.0.113.14'])), limited);
  });

  it("are counted by the connection's address if no proxy is trusted", async () => {
    const at = await startBeside(server, { trustProxy: 0 });
    assert.deepEqual(await guess(at, uniqueName('victim-'), sendersBehind('127.0.0.9', [])), limited);
  });
});

describe('the address that pairing sends people to', () => {
  async function originFor(headers: Record<string, string>, remoteAddress: string): Promise<string> {
    const reply = await server.send(null, {
      method: 'POST',
      url: '/api/agent-pairing',
      body: { device_name: 'laptop' },
      headers,
      remoteAddress,
    });
    return /"verification_uri":"([^"]*)\/link"/.exec(reply.text)?.[1] ?? reply.text;
  }

  it('is the requested host, with https if a trusted proxy says so', async () => {
    const headers = { host: 'outreach.test', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.test' };
    assert.equal(await originFor(headers, '127.0.0.1'), 'https://outreach.test');
    assert.equal(await originFor(headers, '203.0.113.16'), 'http://outreach.test');
    assert.equal(
      await originFor({ ...headers, 'x-forwarded-proto': 'javascript' }, '127.0.0.1'),
      'http://outreach.test',
    );
  });

  it('is never made from a Host header that is not a host name', async () => {
    assert.match(await originFor({ host: 'evil.test/path?' }, '203.0.113.16'), /"code":"malformed_request"/);
  });
});
