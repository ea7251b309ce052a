import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTestApp } from '../../testing/test-server.ts';

it('a server that is closing still answers a request on an open connection, and then closes it', async () => {
  const database = await openTestDatabase();
  const { http } = await createTestApp(database);
  const finish = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  http.get('/slow', async () => {
    begun.resolve();
    await finish.promise;
    return 'done';
  });
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  const answers = text(socket);
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await begun.promise;
  const closed = http.close();
  while (http.server.listening) await setImmediate();
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
  finish.resolve();
  assert.deepEqual((await answers).match(/HTTP\/1\.1 \d+|\bConnection: \S+|"status":"ok"/g), [
    'HTTP/1.1 200',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: close',
    '"status":"ok"',
  ]);
  await closed;
  await database.close();
});
