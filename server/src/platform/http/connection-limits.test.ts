import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { Config } from '../config.ts';
import { timeouts } from './connection-limits.ts';

const shared = await testServer();

async function listening(changes: Partial<Config>) {
  const opened: Socket[] = [];
  // Closing the server waits for these sockets, so this hook is registered before the server's own and therefore runs first.
  after(() => {
    for (const socket of opened) socket.destroy();
  });
  const { app } = await startBeside(shared, changes);
  const { port, hostname } = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }));
  const open = async () => {
    const socket = connect(Number(port), hostname);
    opened.push(socket);
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { app, open };
}

/** Sends a request. Returns true if the server responds, or false if it closes the connection. */
function isServed(socket: Socket, headers = ''): Promise<boolean> {
  socket.write(`GET /api/health HTTP/1.1\r\nHost: test\r\n${headers}\r\n`);
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

describe('open connections', () => {
  it('are limited, and make room for new ones when they close', async () => {
    const { open } = await listening({ maxConnections: 10 });
    const sockets = await Promise.all(Array.from({ length: 10 }, open));
    assert.ok(await isServed(sockets[0] ?? assert.fail()));
    assert.equal(await isServed(await open()), false);
    for (const socket of sockets) socket.destroy();
    // The server takes a moment to notice the closed connections.
    while (!(await isServed(await open())));
  });

  it('are limited per address, except for trusted proxies', async () => {
    const { open } = await listening({ maxConnections: 20, trustProxy: 0 });
    const [first, second] = [await open(), await open()];
    assert.ok(await isServed(first));
    assert.equal(await isServed(await open()), false);
    assert.ok(await isServed(second));
    const proxied = await listening({ maxConnections: 20, trustProxy: ['loopback'] });
    for (let count = 0; count < 3; count += 1) assert.ok(await isServed(await proxied.open()));
  });

  it('are served over HTTP/1.1 even if the client offers to upgrade to HTTP/2', async () => {
    const { open } = await listening({});
    assert.ok(await isServed(await open(), 'Connection: Upgrade\r\nUpgrade: h2c\r\n'));
  });

  it('have time limits for slow requests and for inactivity', async () => {
    const { server } = (await startBeside(shared)).app.http;
    const set = { headersMs: server.headersTimeout, requestMs: server.requestTimeout, idleMs: server.timeout };
    assert.deepEqual(set, timeouts);
  });
});
