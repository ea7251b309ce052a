import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiKey } from '@sandpiper/contract/api';
import type { AuditAction } from '@sandpiper/contract/audit.texts';
import { buildUser } from './builders.ts';
import type { TestUser } from './builders.ts';
import { requestOf } from './test-server.ts';
import type { Caller, TestServer } from './test-server.ts';

export type Input = { params?: object; query?: object; body?: object };
/** The input of a call that changes something, and the audit event that the call should record. */
export type Act = { input: (by: TestUser) => Promise<Input>; action: AuditAction; expected?: object };

export const lookedAt = [
  'action',
  'actor_kind',
  'actor_id',
  'actor_name',
  'user_name',
  'address',
  'detail',
  'changes',
] as const;

/**
 * Returns two functions: `recordedBy` makes a call and returns the audit events it caused, and `itIsRecorded` defines a test that a call is
 * recorded.
 */
export function auditOf(server: TestServer) {
  const { app } = server;
  const eventsOf = (requestId: string) =>
    app.db.selectFrom('audit_events').select(lookedAt).where('request_id', '=', requestId).execute();

  async function recordedBy(caller: Caller, key: ApiKey, input: Input, status = 200) {
    const reply = await server.send(caller, { ...requestOf(key, input), remoteAddress: '203.0.113.7' });
    assert.equal(reply.status, status, reply.text);
    return eventsOf(String(reply.headers['x-request-id']));
  }

  function itIsRecorded(key: ApiKey, { input, action, expected = {} }: Act, role: 'admin' | 'user'): void {
    it(`${key} is recorded with the user, the IP address and the request`, async () => {
      const by = await buildUser(app, { role });
      const [event, ...others] = await recordedBy(by, key, await input(by));
      assert.ok(event, 'nothing is recorded');
      assert.deepEqual(others, []);
      const { actor_kind, actor_id, actor_name, address } = event;
      assert.deepEqual([event.action, actor_kind, actor_id, actor_name], [action, 'user', by.id, by.username]);
      assert.equal(address, '203.0.113.7');
      assert.partialDeepStrictEqual(event, expected);
    });
  }

  return { recordedBy, itIsRecorded };
}
