import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Account } from '@sandpiper/contract/accounts';
import type { StopReason } from '@sandpiper/contract/reasons';
import { change } from '../../platform/change.ts';
import { buildAccount, buildUser, uniqueName } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { holdAccount } from './account-holds.service.ts';

const server = await testServer();
const { app } = server;
const hourMs = 3_600_000;

type Identity = { profile_path: string; insta_username: string };

const newPath = () => `/profiles/${uniqueName('p')}`;

async function named(reason: StopReason | null = 'challenge') {
  const user = await buildUser(app);
  const account = await buildAccount(app, user, { insta_username: 'shop' });
  const old: Identity = { profile_path: account.profile_path, insta_username: 'shop' };
  const hold = (of: { id: number }, why: StopReason) =>
    change(app, (change) => holdAccount(change, { userId: user.id, profileId: of.id }, { reason: why, detail: null }));
  if (reason !== null) await hold(account, reason);
  const rename = async (identity: Identity): Promise<Account> => {
    const params = { id: account.id };
    const body = { profile_name: 'Renamed', ...identity };
    return (await server.call(user, 'PUT /api/profiles/:id', { params, body })).profile;
  };
  const add = async (identity: Identity): Promise<Account> =>
    (await server.call(user, 'POST /api/profiles', { body: { profile_name: 'Added', ...identity } })).profile;
  const release = ({ id }: { id: number }) => server.call(user, 'POST /api/profiles/:id/release', { params: { id } });
  const remove = ({ id }: { id: number }) => server.call(user, 'DELETE /api/profiles/:id', { params: { id } });
  return { user, account, old, hold, rename, add, release, remove };
}

const rowOf = ({ id }: { id: number }) =>
  app.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Lets a timed hold expire by moving its end into the past. */
const waitForEnd = ({ id }: { id: number }) =>
  app.db
    .updateTable('profiles')
    .set({ held_until: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();

describe('an account whose old username or path is used again', () => {
  it('is on hold under both names', async () => {
    const { old, rename, add } = await named();
    const renamed = await rename({ profile_path: newPath(), insta_username: 'other' });
    const added = await add(old);
    assert.notEqual(added.id, renamed.id);
    assert.deepEqual([renamed.hold?.reason, added.hold?.reason], ['challenge', 'challenge']);
  });

  for (const kept of ['insta_username', 'profile_path'] as const) {
    it(`is still on hold if only its old ${kept} is used again`, async () => {
      const { old, rename, add } = await named();
      await rename({ profile_path: newPath(), insta_username: 'other' });
      const added = await add({ profile_path: newPath(), insta_username: 'third', [kept]: old[kept] });
      assert.equal(added.hold?.reason, 'challenge');
    });
  }

  it('keeps its pacing and counters under both names', async () => {
    const { account, old, rename, add } = await named(null);
    const next_due_at = new Date(Date.now() + hourMs).toISOString();
    const streaks = { not_found_in_a_row: 9, unexpected_people: ['anna', 'ben'] };
    await app.db
      .updateTable('profiles')
      .set({ next_due_at, ...streaks })
      .where('id', '=', account.id)
      .execute();
    await rename({ profile_path: newPath(), insta_username: 'other' });
    const row = await rowOf(await add(old));
    assert.deepEqual(
      [row.next_due_at, row.not_found_in_a_row, row.unexpected_people.toSorted()],
      [next_due_at, 9, ['anna', 'ben']],
    );
  });

  it('continues its ramp under the old name if it gets the same ramp there, and begins another ramp with the first day', async () => {
    const ramp = { ramp_start: 10, ramp_step: 3 };
    for (const { start, day } of [
      { start: 10, day: 4 },
      { start: 5, day: 0 },
    ]) {
      const { user, account, old, rename } = await named(null);
      const sent = { sending_day: '2026-01-01', sent_on_day: 1, ramp_day: 4 };
      await app.db
        .updateTable('profiles')
        .set({ ...ramp, ...sent })
        .where('id', '=', account.id)
        .execute();
      await rename({ profile_path: newPath(), insta_username: 'other' });
      const body = { profile_name: 'Added', ...old, ramp: { start, step: 3 } };
      const { profile } = await server.call(user, 'POST /api/profiles', { body });
      assert.equal((await rowOf(profile)).ramp_day, day);
    }
  });

  it('keeps its own ramp if it gets the username of a removed account that had none', async () => {
    const { user, account, rename } = await named(null);
    const removed = await buildAccount(app, user, { insta_username: 'earlier' });
    const sent = { sending_day: '2026-01-01', sent_on_day: 1, ramp_day: 20 };
    await app.db.updateTable('profiles').set(sent).where('id', '=', removed.id).execute();
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: removed.id } });
    await app.db.updateTable('profiles').set({ ramp_start: 10, ramp_step: 3 }).where('id', '=', account.id).execute();
    await rename({ profile_path: account.profile_path, insta_username: 'earlier' });
    assert.equal((await rowOf(account)).ramp_day, 0);
  });

  it('rests longer for its second hold, under either name', async () => {
    const { account, old, hold, rename, add } = await named('rate_limited');
    await waitForEnd(account);
    await rename({ profile_path: newPath(), insta_username: 'other' });
    const added = await add(old);
    for (const either of [account, added]) {
      assert.notEqual(await hold(either, 'rate_limited'), null);
      const { held_at, held_until } = await rowOf(either);
      assert.equal((Date.parse(held_until ?? '') - Date.parse(held_at ?? '')) / hourMs, 72);
    }
  });

  it('counts an earlier hold only once when it gets its old name back', async () => {
    const { account, old, hold, rename } = await named('rate_limited');
    await waitForEnd(account);
    await rename({ profile_path: newPath(), insta_username: 'other' });
    await rename(old);
    await hold(account, 'rate_limited');
    assert.notEqual((await rowOf(account)).held_until, null, 'the hold ends automatically');
  });

  it('gets its old name back without a hold that its owner has ended', async () => {
    const { account, old, rename, release } = await named();
    await rename({ profile_path: newPath(), insta_username: 'other' });
    await release(account);
    assert.equal((await rename(old)).hold, null);
  });

  it('keeps its hold under the old name if it was removed and came back under another name', async () => {
    const { account, old, add, remove } = await named();
    await remove(account);
    await add({ ...old, insta_username: 'other' });
    assert.equal((await add({ profile_path: newPath(), insta_username: 'shop' })).hold?.reason, 'challenge');
  });

  it('passes its hold history on to the next account with the same username once it is removed', async () => {
    const { user, account, hold, remove } = await named('rate_limited');
    await waitForEnd(account);
    await remove(account);
    const next = await buildAccount(app, user);
    const body = { profile_name: 'Next', profile_path: next.profile_path, insta_username: 'shop' };
    await server.call(user, 'PUT /api/profiles/:id', { params: { id: next.id }, body });
    await hold(next, 'rate_limited');
    const { held_at, held_until } = await rowOf(next);
    assert.equal((Date.parse(held_until ?? '') - Date.parse(held_at ?? '')) / hourMs, 72);
  });

  it('counts earlier messages toward the daily limits of both accounts, and later messages only toward the limit of the account that sent them', async () => {
    const small = await startBeside(server, { maxPerAccountPerDay: 3 });
    const { user, agent, account, sendOne, claim, another } = await scenesOn(small)({
      recipients: ['anna', 'ben', 'cleo', 'dora', 'eva'],
    });
    await sendOne();
    await sendOne();
    await small.call(user, 'PUT /api/profiles/:id', {
      params: { id: account.id },
      body: { profile_name: 'Renamed', profile_path: newPath(), insta_username: 'other' },
    });
    const { profile } = await small.call(user, 'POST /api/profiles', {
      body: { profile_name: 'Added', profile_path: account.profile_path },
    });
    const next = await another({ accounts: [profile], content: 'Hi {username}' });
    await sendOne(next.account.id);
    await makeDue(small.app, next.account);
    assert.equal(reasonOf(await claim(next.account.id)), 'daily_ceiling');
    const { installationId: installation_id } = agent;
    await small.app.db.updateTable('profiles').set({ installation_id }).where('id', '=', account.id).execute();
    await sendOne();
    await makeDue(small.app, account);
    assert.equal(reasonOf(await claim()), 'daily_ceiling');
  });
});
