import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { buildUser } from './testing/builders.ts';
import { callerFor, queryOf } from './testing/input-shapes.ts';
import { testServer } from './testing/test-server.ts';

const server = await testServer();
const calls: [key: string, endpoint: Endpoint][] = Object.entries(api);

describe('a call with empty query parameters', () => {
  for (const [key, endpoint] of calls) {
    const names = Object.keys(queryOf(endpoint));
    if (names.length === 0) continue;
    it(`gets the same status as without the parameters: ${key}`, async () => {
      const caller = await callerFor(server, endpoint.access);
      const [method = '', path = ''] = key.split(' ');
      const url = path.replace(/:\w+/g, '1');
      const without = await server.send(caller, { method, url });
      const search = new URLSearchParams(Object.fromEntries(names.map((name) => [name, ''])));
      const empty = await server.send(caller, { method, url: `${url}?${search.toString()}` });
      assert.equal(empty.status, without.status, empty.text);
    });
  }

  it('succeeds for a list of users', async () => {
    const admin = await buildUser(server.app, { role: 'admin' });
    const url = '/api/users?role=&pack=&status=&search=&page=&limit=';
    const reply = await server.send(admin, { method: 'GET', url });
    assert.equal(reply.status, 200, reply.text);
  });
});
