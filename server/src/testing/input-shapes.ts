import assert from 'node:assert/strict';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { errorBodySchema } from '@sandpiper/contract/errors';
import { z } from 'zod';
import { buildAgent, buildUser } from './builders.ts';
import type { Caller, Reply, TestServer } from './test-server.ts';

/* Describes the inputs of API calls, and who makes them, for tests that iterate over all calls. */

type Fields = Readonly<Record<string, z.ZodType>>;

/** Returns the fields of an API call's request body, by name. */
export function bodyOf({ body }: Endpoint): Fields {
  return fieldsOf(body instanceof z.ZodDefault ? body.unwrap() : body);
}

export function queryOf({ query }: Endpoint): Fields {
  return fieldsOf(query);
}

function fieldsOf(schema: unknown): Fields {
  if (!(schema instanceof z.ZodObject)) return {};
  const shape: unknown = schema.shape;
  return z.record(z.string(), z.instanceof(z.ZodType)).parse(shape);
}

export async function callerFor({ app }: TestServer, access: Endpoint['access']): Promise<Caller> {
  if (access === 'public') return null;
  const user = await buildUser(app, access === 'admin' ? { role: 'admin' } : {});
  return access === 'agent' ? buildAgent(app, user) : user;
}

/** Fails if the response is a server error, or an error without the usual body. */
export function assertNoFault(reply: Reply, what: string): void {
  assert.ok(reply.status < 500, `${what} returned ${reply.status}: ${reply.text.slice(0, 300)}`);
  if (reply.status >= 400) errorBodySchema.parse(reply.json);
}
