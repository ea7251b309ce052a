import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { ApiKey } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { z } from 'zod';
import { buildAgent, buildUser } from './builders.ts';
import type { TestUser } from './builders.ts';
import { hostileValues } from '@sandpiper/testkit/hostile-input';
import { assertNoFault, bodyOf } from './input-shapes.ts';
import { requestOf } from './test-server.ts';
import type { Caller, TestServer } from './test-server.ts';

type Input = { params?: unknown; query?: unknown; body?: unknown };

const fieldsSchema = z.record(z.string(), z.unknown());

type AccessCase = {
  key: ApiKey;
  /** Creates the rows that the call needs for this owner and returns valid input. Runs again for each check. */
  input?: (owner: TestUser) => Promise<Input>;
  /** Whether the input refers to one of the owner's rows, so that another user must get a 404. */
  isOwned?: boolean;
};

/**
 * Tests that each API call refuses everyone who isn't allowed to make it: callers without a token or with the wrong kind of token (401),
 * users who don't own the row (404), and, if the call requires it, users who aren't administrators, whose subscription has expired or who
 * entered their password too long ago (403). Also sends hostile values in each field of a call's body.
 */
export function describeAccess(server: TestServer, cases: AccessCase[]): void {
  describe('access', () => {
    for (const { key, input = () => Promise.resolve({}), isOwned = false } of cases) {
      const endpoint: Endpoint = api[key];
      const namesRow = key.includes('/:id') && endpoint.access !== 'admin';
      assert.ok(!namesRow || isOwned, `${key} takes the ID of a user's row, so the case must set isOwned`);
      const statusFor = async (caller: Caller, owner: TestUser) =>
        (await server.send(caller, requestOf(key, await input(owner)))).status;
      const makeOwner = () => buildUser(server.app, endpoint.access === 'admin' ? { role: 'admin' } : {});

      if (endpoint.access !== 'public') {
        it(`${key} refuses anonymous callers`, async () => {
          const owner = await makeOwner();
          assert.equal(await statusFor(null, owner), 401);
          assert.equal(await statusFor({ token: 'sandpiper_session_made-up' }, owner), 401);
        });
        it(`${key} refuses ${endpoint.access === 'agent' ? "a user's session token" : 'an agent token'}`, async () => {
          const owner = await makeOwner();
          const other = endpoint.access === 'agent' ? owner : await buildAgent(server.app, owner);
          assert.equal(await statusFor(other, owner), 401);
        });
      }
      if (endpoint.access === 'admin') {
        it(`${key} refuses users who are not administrators`, async () => {
          assert.equal(await statusFor(await buildUser(server.app), await makeOwner()), 403);
        });
      }
      if (endpoint.needsSubscription === true) {
        it(`${key} refuses users whose subscription has expired`, async () => {
          const owner = await buildUser(server.app, { subscription_end_date: '2020-01-01' });
          const reply = await server.send(owner, requestOf(key, await input(owner)));
          assert.equal(reply.status, 403);
          assert.match(reply.text, /"code":"subscription_required"/);
        });
      }
      if (endpoint.needsRecentSignIn === true) {
        it(`${key} asks for the password again after ten minutes`, async () => {
          const owner = await makeOwner();
          const confirmed_at = new Date(Date.now() - 601_000);
          await server.app.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', owner.id).execute();
          const reply = await server.send(owner, requestOf(key, await input(owner)));
          assert.equal(reply.status, 403);
          assert.match(reply.text, /"code":"recent_sign_in_required"/);
        });
      }
      if (endpoint.body !== undefined) {
        it(`${key} returns no server error when a field contains a hostile value`, async () => {
          const owner = await makeOwner();
          const valid: Input = await input(owner);
          const caller = endpoint.access === 'agent' ? await buildAgent(server.app, owner) : owner;
          for (const field of Object.keys(bodyOf(endpoint))) {
            for (const value of hostileValues) {
              const body = { ...fieldsSchema.parse(valid.body ?? {}), [field]: value };
              assertNoFault(await server.send(caller, requestOf(key, { ...valid, body })), `${key} ${field}`);
            }
          }
        });
      }
      if (isOwned) {
        it(`${key} does not find another user's row`, async () => {
          const stranger = await buildUser(server.app);
          const caller = endpoint.access === 'agent' ? await buildAgent(server.app, stranger) : stranger;
          assert.equal(await statusFor(caller, await makeOwner()), 404);
        });
      }
    }
  });
}
