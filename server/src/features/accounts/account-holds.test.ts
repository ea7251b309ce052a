import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StopReason } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { holdAccount } from './account-holds.service.ts';

const server = await testServer();

const hourMs = 3_600_000;

function accountOn({ app, call }: typeof server) {
  return async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user, { insta_username: 'shop' });
    const params = { id: account.id };
    return {
      user,
      account,
      hold: (reason: StopReason, detail: string | null = null) => holdOn(app, user, account, { reason, detail }),
      shown: async () => (await call(user, 'GET /api/profiles')).profiles[0]?.hold ?? null,
      release: () => call(user, 'POST /api/profiles/:id/release', { params }),
      /** Moves the account's holds back by `ms` milliseconds. */
      age: (ms: number) => age(app, account, ms),
    };
  };
}

function holdOn(
  app: App,
  user: { id: number },
  account: { id: number },
  objection: { reason: StopReason; detail: string | null },
) {
  const key = { userId: user.id, profileId: account.id };
  return change(app, async (change) => (await holdAccount(change, key, objection)) !== null);
}

async function age(app: App, account: { id: number }, ms: number): Promise<void> {
  const earlier = (time: string | null) => (time === null ? null : new Date(Date.parse(time) - ms));
  const { held_at, held_until } = await app.db
    .selectFrom('profiles')
    .select(['held_at', 'held_until'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const values = { held_at: earlier(held_at), held_until: earlier(held_until) };
  await app.db.updateTable('profiles').set(values).where('id', '=', account.id).execute();
  for (const row of await app.db
    .selectFrom('account_holds')
    .select(['id', 'held_at', 'held_until'])
    .where('profile_id', '=', account.id)
    .execute()) {
    const aged = { held_at: earlier(row.held_at) ?? undefined, held_until: earlier(row.held_until) };
    await app.db.updateTable('account_holds').set(aged).where('id', '=', row.id).execute();
  }
}

const held = accountOn(server);

function hoursOf(hold: { since: string; until: string | null } | null): number | null {
  if (hold === null || hold.until === null) return null;
  return (Date.parse(hold.until) - Date.parse(hold.since)) / hourMs;
}

describe('an account that Instagram slows down', () => {
  it('rests for a day the first time, for three days the second time, and then until its owner ends the hold', async () => {
    const { hold, shown, age } = await held();
    const lengths: (number | null)[] = [];
    for (const _time of [1, 2, 3]) {
      assert.equal(await hold('rate_limited'), true);
      lengths.push(hoursOf(await shown()));
      await age(73 * hourMs);
    }
    assert.deepEqual(lengths, [24, 72, null]);
    assert.equal(
      (await shown())?.text,
      'Instagram is slowing this account down. This has happened before, so the account won\'t continue until you open it and choose "End hold".',
    );
  });

  it('rests for only a day if the last hold was more than thirty days ago', async () => {
    const { hold, shown, age } = await held();
    await hold('rate_limited');
    await age(31 * 24 * hourMs);
    await hold('rate_limited');
    assert.equal(hoursOf(await shown()), 24);
  });

  it('is no longer on hold once the time is up', async () => {
    const { hold, shown, age } = await held();
    await hold('rate_limited', 'Try again later.');
    assert.deepEqual(
      (await shown())?.text,
      'Instagram is slowing this account down. Try again later. Let the account rest. It continues automatically.',
    );
    await age(25 * hourMs);
    assert.equal(await shown(), null);
  });

  it('does not rest longer if the reason is reported again during the hold', async () => {
    const { hold, shown } = await held();
    await hold('rate_limited');
    const before = await shown();
    assert.equal(await hold('rate_limited'), false);
    assert.deepEqual(await shown(), before);
  });

  it('cannot be taken off hold by its owner', async () => {
    const { user, account, hold, shown } = await held();
    await hold('rate_limited');
    const params = { id: account.id };
    const refusal = await server.refuse(user, 'POST /api/profiles/:id/release', { params });
    assert.equal(refusal.code, 'invalid_state');
    assert.match(refusal.error, /^This hold ends automatically/);
    assert.notEqual(await shown(), null);
  });

  it('rests for a hundredth of the time in the sandbox', async () => {
    const { hold, shown } = await accountOn(await startBeside(server, { sandbox: true }))();
    await hold('rate_limited');
    assert.equal(hoursOf(await shown()), 0.24);
  });
});

describe('an account that its owner has to review', () => {
  it('stays on hold until the review, whatever else Instagram says', async () => {
    const { hold, shown } = await held();
    assert.equal(await hold('challenge', 'Confirm it is you.'), true);
    const before = await shown();
    assert.deepEqual([before?.reason, before?.until], ['challenge', null]);
    assert.equal(await hold('rate_limited'), false);
    assert.equal(await hold('checkpoint'), false);
    assert.deepEqual(await shown(), before);
  });

  it('is on hold without an end time, even if it already had a timed hold', async () => {
    const { hold, shown } = await held();
    await hold('rate_limited');
    assert.equal(await hold('suspended'), true);
    const hold_ = await shown();
    assert.deepEqual([hold_?.reason, hold_?.until], ['suspended', null]);
  });

  it('returns to an earlier timed hold after its owner has ended the later hold', async () => {
    const { hold, shown, release, age } = await held();
    await hold('rate_limited', 'Try again later.');
    const rest = await shown();
    await hold('challenge');
    assert.deepEqual((await release()).profile.hold, rest);
    await age(25 * hourMs);
    assert.equal(await shown(), null);
  });

  it('is no longer on hold after the review if an earlier timed hold has expired by then', async () => {
    const { hold, release, age } = await held();
    await hold('rate_limited');
    await hold('challenge');
    await age(25 * hourMs);
    assert.equal((await release()).profile.hold, null);
  });

  it('gets only one hold if several reports arrive at the same time', async () => {
    const { hold } = await held();
    const news = await Promise.all(Array.from({ length: 5 }, () => hold('challenge')));
    assert.equal(news.filter((isNew) => isNew).length, 1);
  });

  it('stays on hold when it is edited, switched off and on, or moved', async () => {
    const { user, account, hold, shown } = await held();
    await hold('challenge');
    const before = await shown();
    const params = { id: account.id };
    const body = { profile_name: 'New', profile_path: '/p/new', insta_username: 'new' };
    await server.call(user, 'PUT /api/profiles/:id', { params, body });
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params });
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params });
    await server.call(user, 'PUT /api/profiles/:id/computer', { params, body: { computer_id: null } });
    assert.deepEqual(await shown(), before);
  });

  it('can be taken off hold by its owner, and its counters are then reset', async () => {
    const { user, account, hold, shown, release } = await held();
    await hold('unexpected_pages');
    await server.app.db
      .updateTable('profiles')
      .set({ not_found_in_a_row: 9, unexpected_people: ['a', 'b'], released_in_a_row: 1, vanished_in_a_row: 1 })
      .where('id', '=', account.id)
      .execute();
    assert.equal((await release()).profile.hold, null);
    assert.equal(await shown(), null);
    const row = await server.app.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [row.not_found_in_a_row, row.unexpected_people, row.released_in_a_row, row.vanished_in_a_row],
      [0, [], 0, 0],
    );
    const holds = await server.app.db
      .selectFrom('account_holds')
      .selectAll()
      .where('profile_id', '=', account.id)
      .execute();
    assert.ok(holds.length === 1 && holds[0]?.released_at !== null);
    const params = { id: account.id };
    const refusal = await server.refuse(user, 'POST /api/profiles/:id/release', { params });
    assert.deepEqual([refusal.code, refusal.error], ['invalid_state', "This account isn't on hold."]);
  });

  it('can be taken off hold without a subscription', async () => {
    const user = await buildUser(server.app, { subscription_end_date: '2020-01-01' });
    const account = await buildAccount(server.app, user);
    await holdOn(server.app, user, account, { reason: 'challenge', detail: null });
    const params = { id: account.id };
    assert.equal((await server.call(user, 'POST /api/profiles/:id/release', { params })).profile.hold, null);
  });

  it('has to be reviewed again if it is rate-limited a fourth time within 30 days', async () => {
    const { hold, shown, release, age } = await held();
    for (const _time of [1, 2, 3]) {
      await hold('rate_limited');
      await age(73 * hourMs);
    }
    await release();
    await hold('rate_limited');
    assert.deepEqual([(await shown())?.reason, (await shown())?.until], ['rate_limited', null]);
  });
});

const withHeld = async (owner: TestUser) => {
  const account = await buildAccount(server.app, owner);
  await holdOn(server.app, owner, account, { reason: 'challenge', detail: null });
  return { params: { id: account.id } };
};

describeAccess(server, [{ key: 'POST /api/profiles/:id/release', input: withHeld, isOwned: true }]);
