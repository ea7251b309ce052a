import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { errorBodySchema } from '@sandpiper/contract/errors';
import { bodyOf, callerFor, queryOf } from './testing/input-shapes.ts';
import { testServer } from './testing/test-server.ts';
import type { Reply } from './testing/test-server.ts';

/*
 * Sends invalid input to every API call that takes an ID, a query or a body. Each call must refuse the input and name the invalid field, if
 * there is one, in the response.
 */

const server = await testServer();
const calls: [key: string, endpoint: Endpoint][] = Object.entries(api);

function assertRefused(reply: Reply, what: string, field?: string): void {
  assert.equal(reply.status, 400, `${what}: ${reply.text.slice(0, 200)}`);
  const { code, error, fields } = errorBodySchema.parse(reply.json);
  assert.equal(code, 'validation_failed', what);
  assert.doesNotMatch(`${error} ${JSON.stringify(fields)}`, /invalid input|expected|received|undefined|\bNaN\b/i, what);
  if (field !== undefined) assert.ok(fields?.[field], `${what} does not say what is wrong with ${field}`);
}

const queryNonsense = ['nonsense\u0000', '-1', 'x'.repeat(300)];
/** Valid bodies for the tests of query parameters, because the body is validated before the query. */
const faultless: Partial<Record<string, object>> = {
  'POST /api/lists/:id/preview': { content: 'Hi' },
  'POST /api/campaigns/preflight': {
    name: 'Tide',
    message_template_id: 1,
    list_id: 1,
    profiles_used: [1],
    hours: null,
  },
};
/** The contract accepts any `results`. The service validates them according to the type of request. */
const takesAnything = new Set(['POST /api/agent/requests/:id/result results']);

for (const [key, endpoint] of calls) {
  const [method = '', path = ''] = key.split(' ');
  const url = path.replace(/:\w+/g, '1');
  const query = Object.entries(queryOf(endpoint));
  const body = Object.entries(bodyOf(endpoint)).filter(([field]) => !takesAnything.has(`${key} ${field}`));
  if (!path.includes('/:id') && query.length === 0 && endpoint.body === undefined) continue;

  describe(`${key} refuses`, () => {
    if (path.includes('/:id')) {
      it('an invalid ID', async () => {
        const caller = await callerFor(server, endpoint.access);
        const rest = endpoint.body === undefined ? {} : { body: {} };
        for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999']) {
          assertRefused(await server.send(caller, { method, url: path.replace('/:id', `/${id}`), ...rest }), id, 'id');
        }
      });
    }
    for (const [field, schema] of query) {
      it(`an invalid ${field} in the query`, async () => {
        const caller = await callerFor(server, endpoint.access);
        const value = queryNonsense.find((one) => !schema.safeParse(one).success);
        assert.ok(value !== undefined, `${field} accepts any text`);
        const search = new URLSearchParams({ [field]: value });
        const asked = {
          method,
          url: `${url}?${search.toString()}`,
          ...(key in faultless ? { body: faultless[key] } : {}),
        };
        assertRefused(await server.send(caller, asked), field, field);
      });
    }
    for (const [field] of body) {
      it(`a value of the wrong type for ${field}`, async () => {
        const caller = await callerFor(server, endpoint.access);
        const wrong = { [field]: { unexpected: true } };
        assertRefused(await server.send(caller, { method, url, body: wrong }), field, field);
      });
    }
    if (endpoint.body !== undefined) {
      it('a body that is not an object', async () => {
        const caller = await callerFor(server, endpoint.access);
        for (const wrong of ['[]', '"text"', '7']) {
          assertRefused(await server.send(caller, { method, url, body: wrong }), wrong);
        }
      });
    }
    if (endpoint.body?.safeParse({}).success === false) {
      it('a missing body, and a body without the required fields', async () => {
        const caller = await callerFor(server, endpoint.access);
        assertRefused(await server.send(caller, { method, url, body: {} }), 'an empty body');
        assertRefused(await server.send(caller, { method, url }), 'no body');
      });
    }
  });
}
