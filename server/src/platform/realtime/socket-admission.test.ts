import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { io } from 'socket.io-client';
import { buildUser } from '../../testing/builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { Config } from '../config.ts';
import { isAllowedOrigin } from './socket-admission.ts';

const closings: (() => void)[] = [];
after(() => {
  for (const close of closings) close();
});

async function listening(changes: Partial<Config> = {}) {
  const { app } = await startBeside(await testServer(), changes);
  return { app, address: await app.http.listen({ host: '127.0.0.1', port: 0 }) };
}

describe('a live connection’s origin', () => {
  const none = { publicUrl: null, allowedOrigins: [] };
  for (const [headers, config, expected] of [
    [{ host: 'a.test' }, none, true],
    [{ host: 'a.test', origin: 'https://a.test' }, none, true],
    [{ host: 'a.test:3000', origin: 'http://a.test:3000' }, none, true],
    [{ host: 'a.test', origin: 'https://evil.test' }, none, false],
    [{ host: 'a.test', origin: 'https://a.test.evil.test' }, none, false],
    [{ host: 'a.test', origin: 'null' }, none, false],
    [{ host: '127.0.0.1:3000', origin: 'https://a.test' }, { ...none, publicUrl: 'https://a.test' }, true],
    [{ host: 'a.test', origin: 'https://b.test' }, { ...none, allowedOrigins: ['https://b.test'] }, true],
    [{ host: '127.0.0.1', origin: 'https://a.test', 'sec-fetch-site': 'same-origin' }, none, true],
    [{ host: '127.0.0.1', origin: 'https://a.test', 'sec-fetch-site': 'cross-site' }, none, false],
  ] as const) {
    it(`is ${expected ? 'allowed' : 'refused'}: ${JSON.stringify({ ...headers, ...config })}`, () => {
      assert.equal(isAllowedOrigin({ headers }, config), expected);
    });
  }

  it('is checked even if the token is valid', async () => {
    const { app, address } = await listening();
    const { token } = await buildUser(app);
    const connects = (origin: string) => {
      const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } };
      const socket = io(address, { ...options, extraHeaders: { origin } });
      closings.push(() => socket.disconnect());
      return new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('connect_error', () => resolve(false));
      });
    };
    assert.equal(await connects('https://evil.test'), false);
    assert.equal(await connects(address), true);
  });
});

describe('connections that have not signed in', () => {
  it('are limited, and are no longer counted once they have signed in or are closed', async () => {
    // With this factor, the limit is one connection per IP address.
    const { app, address } = await listening({ callLimitFactor: 0.01 });
    const user = await buildUser(app);
    const open = () => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      closings.push(() => socket.close());
      const isOpen = new Promise<boolean>((resolve) => {
        socket.addEventListener('message', () => resolve(true), { once: true });
        socket.addEventListener('error', () => resolve(false), { once: true });
      });
      return { socket, isOpen };
    };
    const signedIn = io(address, { transports: ['websocket'], auth: { token: user.token } });
    closings.push(() => signedIn.disconnect());
    await new Promise<void>((resolve) => signedIn.once('connect', resolve));
    const first = open();
    assert.equal(await first.isOpen, true);
    assert.equal(await open().isOpen, false);
    first.socket.close();
    await new Promise((resolve) => first.socket.addEventListener('close', resolve));
    assert.equal(await open().isOpen, true);
  });
});
