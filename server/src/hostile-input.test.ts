import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { ApiKey } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { buildUser } from './testing/builders.ts';
import { hostileBodies, hostileHeaders, hostilePathParts, hostileQueries } from '@sandpiper/testkit/hostile-input';
import { assertNoFault, callerFor } from './testing/input-shapes.ts';
import { startBeside, testServer } from './testing/test-server.ts';
import type { Reply } from './testing/test-server.ts';

const server = await testServer();

const tenMegabytes = Buffer.alloc(10 * 1024 * 1024, 0x20);

function assertTooLarge(reply: Reply, what: string): void {
  assert.equal(reply.status, 413, what);
  assert.match(
    reply.text,
    /"error":"The request is too large\. Send less data at a time\.","code":"payload_too_large"/,
  );
}

const keys: ApiKey[] = [...server.app.boundCalls];

describe('hostile input never causes a server error', () => {
  for (const key of keys) {
    const endpoint: Endpoint = api[key];
    const [method = '', path = ''] = key.split(' ');
    const plainUrl = path.replace(/:\w+/g, '1');

    if (path.includes(':')) {
      it(`in the path parameters of ${key}`, async () => {
        const caller = await callerFor(server, endpoint.access);
        for (const part of hostilePathParts) {
          const reply = await server.send(caller, { method, url: path.replace(/:\w+/, part) });
          assertNoFault(reply, `${key} ${part}`);
        }
      });
    }
    if (endpoint.query !== undefined) {
      it(`in the query of ${key}`, async () => {
        const caller = await callerFor(server, endpoint.access);
        for (const query of hostileQueries) {
          assertNoFault(await server.send(caller, { method, url: `${plainUrl}?${query}` }), `${key} ?${query}`);
        }
      });
    }
    if (endpoint.body !== undefined) {
      it(`in the body of ${key}`, async () => {
        const caller = await callerFor(server, endpoint.access);
        for (const body of hostileBodies) {
          const reply = await server.send(caller, { method, url: plainUrl, body });
          assertNoFault(reply, `${key} ${body.toString().slice(0, 40)}`);
        }
        assertTooLarge(await server.send(caller, { method, url: plainUrl, body: tenMegabytes }), key);
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
          const reply = await server.send(caller, {
            method,
            url: plainUrl,
            body: 'a=1',
            headers: { 'content-type': type },
          });
          assertNoFault(reply, `${key} ${type}`);
        }
      });
    }
  }
});

describe('hostile headers', () => {
  for (const header of hostileHeaders) {
    const [name = '', value = ''] = Object.entries(header)[0] ?? [];
    it(`cause no server error (${name}: ${value.slice(0, 40)})`, async () => {
      const user = await buildUser(server.app);
      const body = '{"name":"x","content":"y"}';
      for (const [method, url] of [
        ['GET', '/api/templates'],
        ['POST', '/api/templates'],
        ['GET', '/'],
      ] as const) {
        const reply = await server.send(user, { method, url, headers: header, ...(method === 'POST' ? { body } : {}) });
        // If the web app hasn't been built, its pages return a 503 that says so.
        if (url !== '/') assertNoFault(reply, `${method} ${url}`);
        else assert.ok(reply.status < 500 || reply.status === 503, `${reply.status}`);
      }
    });
  }
});

describe('a body without a Content-Length', async () => {
  const real = await startBeside(server);
  const address = await real.app.http.listen({ host: '127.0.0.1', port: 0 });

  it('is refused if it is too large', async () => {
    const user = await buildUser(real.app);
    const piece = new Uint8Array(64 * 1024).fill(0x20);
    let pieces = 160;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces -= 1;
        if (pieces < 0) controller.close();
        else controller.enqueue(piece);
      },
    });
    const response = await fetch(`${address}/api/templates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    assert.equal(response.status, 413);
    assert.match(await response.text(), /"code":"payload_too_large"/);
  });
});
