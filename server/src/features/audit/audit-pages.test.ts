import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditAction } from '@sandpiper/contract/audit.texts';
import { change } from '../../platform/change.ts';
import { localDay } from '../../platform/local-time.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { recordAudit, recordActOf } from './audit.service.ts';

const server = await testServer();
const { app } = server;
const admin = await buildUser(app, { role: 'admin' });
const request = { ip: '203.0.113.7', id: 'request-7' };

/** Records an action by a user. If `userId` is given, the event concerns that user. */
const act = (user: TestUser, action: AuditAction, more: { userId?: number; subject?: string } = {}) =>
  change(app, (change) => recordActOf(change, { user, request }, { action, ...more }));

type Query = Parameters<typeof server.call<'GET /api/audit'>>[2] extends { query?: infer Q } | undefined ? Q : never;
const page = (query: Query & object) => server.call(admin, 'GET /api/audit', { query });
const actionsOf = async (query: Query & object) => (await page(query)).events.map(({ action }) => action);

describe('the audit log', () => {
  it('can be filtered by user, kind, day and text', async () => {
    const user = await buildUser(app, { username: uniqueName('Mixed-') });
    await act(user, 'agent_token_created', { subject: 'agent token 3' });
    await act(admin, 'user_changed', { userId: user.id });
    await act(user, 'signed_out');
    await act(await buildUser(app), 'signed_out');
    const ofUser = { user: user.username.toUpperCase() };
    assert.deepEqual(await actionsOf(ofUser), ['signed_out', 'user_changed', 'agent_token_created']);
    assert.deepEqual(await actionsOf({ ...ofUser, action: 'signed_out' }), ['signed_out']);
    assert.deepEqual(await actionsOf({ ...ofUser, search: 'token 3' }), ['agent_token_created']);
    assert.deepEqual(await actionsOf({ ...ofUser, search: '%' }), []);
    const today = new Date().toISOString().slice(0, 10);
    assert.equal((await actionsOf({ ...ofUser, start_date: today, end_date: today })).length, 3);
    assert.deepEqual(await actionsOf({ ...ofUser, start_date: '2999-01-01' }), []);
    assert.deepEqual(await actionsOf({ ...ofUser, end_date: '2020-01-01' }), []);
    assert.deepEqual(await actionsOf({ user: uniqueName('nobody-') }), []);
  });

  it('are filtered by days in the time zone of the administrator', async () => {
    const user = await buildUser(app);
    await act(user, 'signed_out');
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Midway']) {
      await server.call(admin, 'PUT /api/settings/timezone', { body: { timezone } });
      const on = (day: string) => actionsOf({ user: user.username, start_date: day, end_date: day });
      // The dates of the two time zones are never the same.
      assert.deepEqual(
        await on(localDay(new Date(), 'Pacific/Kiritimati')),
        timezone === 'Pacific/Kiritimati' ? ['signed_out'] : [],
      );
      assert.deepEqual(
        await on(localDay(new Date(), 'Pacific/Midway')),
        timezone === 'Pacific/Midway' ? ['signed_out'] : [],
      );
    }
  });

  it('still finds the events of renamed and deleted users by their earlier names', async () => {
    const user = await buildUser(app);
    await act(user, 'signed_out');
    await app.db
      .updateTable('users')
      .set({ username: uniqueName('renamed-') })
      .where('id', '=', user.id)
      .execute();
    assert.deepEqual(await actionsOf({ user: user.username }), ['signed_out']);
    await app.db.deleteFrom('users').where('id', '=', user.id).execute();
    assert.deepEqual(await actionsOf({ user: user.username }), ['signed_out']);
  });

  it('is paged in both directions, without a total count', async () => {
    const user = await buildUser(app);
    for (let time = 0; time < 5; time += 1) await act(user, 'signed_out', { subject: `${time}` });
    const read = async (cursor: { before?: number; after?: number }) => {
      const answer = await page({ user: user.username, limit: 2, ...cursor });
      return { ...answer, subjects: answer.events.map(({ subject }) => subject) };
    };
    const first = await read({});
    assert.deepEqual([first.subjects, first.previous_after], [['4', '3'], null]);
    const second = await read({ before: first.next_before ?? 0 });
    assert.deepEqual(second.subjects, ['2', '1']);
    const last = await read({ before: second.next_before ?? 0 });
    assert.deepEqual([last.subjects, last.next_before], [['0'], null]);
    const back = await read({ after: last.previous_after ?? 0 });
    assert.deepEqual(back.subjects, ['2', '1']);
    assert.deepEqual((await read({ after: back.previous_after ?? 0 })).previous_after, null);
  });

  it('can be exported without any cell becoming a formula, and each export is recorded', async () => {
    const user = await buildUser(app, { username: uniqueName('=out-') });
    await act(user, 'agent_token_revoked', { subject: '=1+1' });
    const csv = await server.call(admin, 'GET /api/audit/export', { query: { user: user.username } });
    const text = await csv.text();
    assert.match(text, /^\uFEFF?Time \(UTC\),Event,By,About,Subject,Details,IP address,Request ID\r\n/);
    assert.match(text, /,Revoked an agent token,'=out-\w+,'=out-\w+,'=1\+1,,203\.0\.113\.7,request-7\r\n/);
    const xlsx = await server.call(admin, 'GET /api/audit/export', { query: { user: user.username, format: 'xlsx' } });
    assert.equal(
      Buffer.from(await xlsx.arrayBuffer())
        .subarray(0, 2)
        .toString(),
      'PK',
    );
    const exports = await page({ user: admin.username, action: 'audit_exported' });
    assert.equal(exports.events[0]?.detail['user'], user.username);
  });
});

describe("a user's activity", () => {
  it('shows what the user did and what happened to the user account, and nothing else', async () => {
    const user = await buildUser(app);
    await act(user, 'signed_in');
    await change(app, (change) =>
      recordAudit(change, { action: 'sign_in_failed', userId: user.id, by: { kind: 'visitor' }, request }),
    );
    await act(admin, 'password_set', { userId: user.id });
    await act(await buildUser(app), 'signed_in');
    const { events } = await server.call(user, 'GET /api/activity');
    assert.deepEqual(
      events.map(({ action, actor, address }) => [action, actor.name, address]),
      [
        // Users don't see an administrator's IP address.
        ['password_set', admin.username, null],
        ['sign_in_failed', null, '203.0.113.7'],
        ['signed_in', user.username, '203.0.113.7'],
      ],
    );
  });
});

describeAccess(server, [{ key: 'GET /api/audit' }, { key: 'GET /api/audit/export' }, { key: 'GET /api/activity' }]);
