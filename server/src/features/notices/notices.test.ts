import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NoticeKind } from '@sandpiper/contract/notice-kinds';
import { sql } from 'kysely';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { noticesOf } from '../../testing/notices.ts';
import { testServer } from '../../testing/test-server.ts';
import { deleteOldNotices } from './notice-sweep.service.ts';
import { writeNotice } from './notices.service.ts';

const server = await testServer();
const { app } = server;
const dayMs = 86_400_000;

function told(user: { id: number }, title: string, more: { kind?: NoticeKind; occurrence?: string } = {}) {
  return change(app, (change) =>
    writeNotice(change, user.id, { kind: 'account_held', title, message: 'Look.', path: '/profiles', ...more }),
  );
}

async function idOf(user: TestUser): Promise<number> {
  await told(user, 'One');
  return (await noticesOf(server, user))[0]?.id ?? 0;
}

describe('notices', () => {
  it('are listed newest first, in pages, with the number of unread notices across all pages', async () => {
    const user = await buildUser(app);
    for (const title of ['One', 'Two', 'Three']) await told(user, title);
    const found = await server.call(user, 'GET /api/notices', { query: { page: 2, limit: 2 } });
    assert.deepEqual(
      found.notices.map(({ title }) => title),
      ['One'],
    );
    assert.equal(found.unread_count, 3);
    assert.deepEqual(found.pagination, { currentPage: 2, totalPages: 2, totalItems: 3, itemsPerPage: 2 });
  });

  it('can be marked as read one by one', async () => {
    const user = await buildUser(app);
    const id = await idOf(user);
    await told(user, 'Two');
    await server.call(user, 'PUT /api/notices/:id/read', { params: { id } });
    const found = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      found.notices.map(({ title, is_read }) => [title, is_read]),
      [
        ['Two', false],
        ['One', true],
      ],
    );
    assert.equal(found.unread_count, 1);
  });

  it('can be marked as read all at once, except notices newer than the newest on screen', async () => {
    const user = await buildUser(app);
    const id = await idOf(user);
    await told(user, 'Two');
    await server.call(user, 'PUT /api/notices/read', { body: { up_to: id } });
    assert.deepEqual(
      (await noticesOf(server, user)).map(({ is_read }) => is_read),
      [false, true],
    );
  });

  it('are deleted after 90 days, however many there are', async () => {
    const user = await buildUser(app);
    await sql`INSERT INTO notices (user_id, kind, occurrence, title, message, path, is_listed, is_mail_due)
      SELECT ${user.id}, 'account_held', n::text, 'Old', '', '/', true, false FROM generate_series(1, 1100) n`.execute(
      app.db,
    );
    const at = (days: number) => ({ created_at: new Date(Date.now() - days * dayMs) });
    await app.db.updateTable('notices').set(at(91)).where('user_id', '=', user.id).execute();
    await told(user, 'Young');
    await app.db.updateTable('notices').set(at(89)).where('title', '=', 'Young').execute();
    await deleteOldNotices(app);
    assert.deepEqual(
      (await noticesOf(server, user)).map(({ title }) => title),
      ['Young'],
    );
  });

  it('are written once for each occurrence, even if two processes notice it at the same time', async () => {
    const user = await buildUser(app);
    await Promise.all([1, 2].map(() => told(user, 'Once', { occurrence: 'the same' })));
    await told(user, 'Again', { occurrence: 'the same' });
    assert.deepEqual(
      (await noticesOf(server, user)).map(({ title }) => title),
      ['Once'],
    );
  });

  it('are not written if the change that causes them is rolled back', async () => {
    const user = await buildUser(app);
    const failure = change(app, async (change) => {
      await writeNotice(change, user.id, { kind: 'account_held', title: 'No', message: '', path: '/' });
      throw new Error('rolled back');
    });
    await assert.rejects(failure, /rolled back/);
    assert.deepEqual(await noticesOf(server, user), []);
  });
});

describe('the switches for notices', () => {
  it('are on by default, except some for imports, unread replies and agent updates, and are saved only for their owner', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const { switches } = await server.call(user, 'GET /api/notices/switches');
    const partly = switches.filter(({ in_app, browser, mail }) => !(in_app && browser && mail));
    assert.deepEqual(partly, [
      { kind: 'import_ended', in_app: true, browser: true, mail: false },
      { kind: 'unread_replies', in_app: true, browser: true, mail: false },
      { kind: 'agent_update', in_app: true, browser: false, mail: false },
    ]);
    const off = { kind: 'campaign_ended', in_app: false, browser: true, mail: false } as const;
    const changed = await server.call(user, 'PUT /api/notices/switches', { body: off });
    assert.deepEqual(
      changed.switches,
      switches.map((one) => (one.kind === 'campaign_ended' ? off : one)),
    );
    assert.deepEqual((await server.call(other, 'GET /api/notices/switches')).switches, switches);
  });

  it('change only for the places that a request names: the app, the browser or email', async () => {
    const user = await buildUser(app);
    const kind = 'import_ended';
    const set = async (places: { in_app?: boolean; browser?: boolean; mail?: boolean }) => {
      const { switches } = await server.call(user, 'PUT /api/notices/switches', { body: { kind, ...places } });
      return switches.find((one) => one.kind === kind);
    };
    assert.deepEqual(await set({ in_app: false }), { kind, in_app: false, browser: true, mail: false });
    assert.deepEqual(await set({ browser: false }), { kind, in_app: false, browser: false, mail: false });
    assert.deepEqual(await set({}), { kind, in_app: false, browser: false, mail: false });
    assert.deepEqual(await set({ mail: true }), { kind, in_app: false, browser: false, mail: true });
  });

  it('exclude notices of a switched-off kind from the list and the count', async () => {
    const user = await buildUser(app);
    const body = { kind: 'account_held', in_app: false, browser: true, mail: true } as const;
    await server.call(user, 'PUT /api/notices/switches', { body });
    await told(user, 'Hidden');
    await told(user, 'Shown', { kind: 'campaign_paused' });
    const found = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      found.notices.map(({ title }) => title),
      ['Shown'],
    );
    assert.equal(found.unread_count, 1);
  });
});

const switches = { kind: 'campaign_ended', in_app: true, browser: true, mail: true } as const;
describeAccess(server, [
  { key: 'GET /api/notices' },
  { key: 'PUT /api/notices/:id/read', input: async (owner) => ({ params: { id: await idOf(owner) } }), isOwned: true },
  { key: 'PUT /api/notices/read', input: () => Promise.resolve({ body: { up_to: 1 } }) },
  { key: 'GET /api/notices/switches' },
  { key: 'PUT /api/notices/switches', input: () => Promise.resolve({ body: switches }) },
]);
