import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { ApiKey } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { errorBodySchema } from '@sandpiper/contract/errors';
import { z } from 'zod';
import { buildAgent, buildUser } from './testing/builders.ts';
import { hostileBodies, hostilePathParts, hostileQueries, hostileValues } from './testing/hostile-input.ts';
import { testServer } from './testing/test-server.ts';
import type { Caller, Reply } from './testing/test-server.ts';

const server = await testServer();

async function callerFor(access: Endpoint['access']): Promise<Caller> {
  if (access === 'public') return null;
  const user = await buildUser(server.app, access === 'admin' ? { role: 'admin' } : {});
  return access === 'agent' ? buildAgent(server.app, user) : user;
}

function assertNoFault(reply: Reply, what: string): void {
  assert.ok(reply.status < 500, `${what} answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  if (reply.status >= 400) errorBodySchema.parse(reply.json);
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const keys: ApiKey[] = [...server.app.boundCalls];

describe('whatever is sent, no call answers a fault of the server', () => {
  for (const key of keys) {
    const endpoint: Endpoint = api[key];
    const [method = '', path = ''] = key.split(' ');
    const plainUrl = path.replace(/:\w+/g, '1');

    if (path.includes(':')) {
      it(`${key} with hostile addresses`, async () => {
        const caller = await callerFor(endpoint.access);
        for (const part of hostilePathParts) {
          const reply = await server.send(caller, { method, url: path.replace(/:\w+/, part) });
          assertNoFault(reply, `${key} ${part}`);
        }
      });
    }
    if (endpoint.query !== undefined) {
      it(`${key} with hostile queries`, async () => {
        const caller = await callerFor(endpoint.access);
        for (const query of hostileQueries) {
          assertNoFault(await server.send(caller, { method, url: `${plainUrl}?${query}` }), `${key} ?${query}`);
        }
      });
    }
    if (endpoint.body !== undefined) {
      it(`${key} with hostile bodies`, async () => {
        const caller = await callerFor(endpoint.access);
        for (const body of hostileBodies) {
          const reply = await server.send(caller, { method, url: plainUrl, body });
          assertNoFault(reply, `${key} ${body.toString().slice(0, 40)}`);
        }
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
      it(`${key} with hostile values in each field`, async () => {
        const caller = await callerFor(endpoint.access);
        const fields = fieldsOf(endpoint.body);
        for (const value of hostileValues) {
          const everywhere = Object.fromEntries(fields.map((field) => [field, value]));
          assertNoFault(
            await server.send(caller, { method, url: plainUrl, body: everywhere }),
            `${key} ${typeof value}`,
          );
        }
      });
    }
  }
});
