import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallInput } from '@sandpiper/contract/client';
import { sql } from 'kysely';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { localDay, nextMidnight } from '../../platform/local-time.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

type Body = CallInput<'PUT /api/profiles/:id'>['body'];

const people = Array.from({ length: 30 }, (_, index) => `person${index}`);

async function scenario(limits: Partial<Body> = {}) {
  const given = await scene({ recipients: people });
  const { user, account } = given;
  const params = { id: account.id };
  const { profile_name, profile_path } = await given.accountOf(account.id);
  await server.call(user, 'PUT /api/profiles/:id', { params, body: { profile_name, profile_path, ...limits } });
  const detail = () => server.call(user, 'GET /api/profiles/:id', { params });
  const next = async () => {
    await makeDue(app, account);
    const { state, reason, next_due_at } = (await detail()).next;
    return [state, reason, next_due_at];
  };
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await given.sendOne();
    // Keep the account's agent online, no matter how long sending takes.
    const seen = app.db.updateTable('agent_tokens').set({ last_seen_at: new Date() });
    await seen.where('id', '=', given.agent.id).execute();
  };
  /** Simulates a new day by moving the account's counts back by one day. */
  const nextDay = async () => {
    await sql`UPDATE profiles SET sending_day = sending_day - 1 WHERE id = ${account.id}`.execute(app.db);
    await sql`UPDATE account_days SET day = day - 1 WHERE profile_id = ${account.id}`.execute(app.db);
  };
  return { ...given, params, detail, next, send, nextDay };
}

const midnight = () => nextMidnight(new Date(), 'UTC').toISOString();

describe('an account’s current day', () => {
  it('shows how many messages are left or, if none are left, that the next message waits until tomorrow', async () => {
    const { detail, next, send, claim } = await scenario({ daily_limit: 2 });
    const { today } = await detail();
    assert.deepEqual(today, {
      date: localDay(new Date(), 'UTC'),
      used: 0,
      allowed: 2,
      ends_at: midnight(),
      ramp_day: 1,
    });
    assert.deepEqual(await next(), ['idle', null, null]);
    await send(2);
    assert.equal((await detail()).today.used, 2);
    assert.deepEqual(await next(), ['waiting', 'over_budget', midnight()]);
    const answer = await claim();
    assert.equal('reason' in answer && answer.reason, 'over_budget', 'a claim gets the same answer');
  });

  it('has the server’s limit if the account has no limit of its own', async () => {
    const { detail } = await scenario();
    const { today, ramp_ahead } = await detail();
    assert.deepEqual([today.allowed, ramp_ahead], [150, []]);
  });

  it('never has a higher limit than the server’s, whatever the account’s own limit is', async () => {
    const small = await startBeside(server, { maxPerAccountPerDay: 12 });
    const { user, account } = await scenesOn(small)();
    const body = { ...account, daily_limit: 40, ramp: { start: 10, step: 3 } };
    await small.call(user, 'PUT /api/profiles/:id', { params: { id: account.id }, body });
    const { today, ramp_ahead } = await small.call(user, 'GET /api/profiles/:id', { params: { id: account.id } });
    assert.deepEqual([today.allowed, ramp_ahead], [10, [12]]);
  });

  it('lasts a hundredth of a real day in the sandbox', async () => {
    const sandbox = await startBeside(server, { sandbox: true });
    const { user, account } = await scenesOn(sandbox)();
    const { today, days } = await sandbox.call(user, 'GET /api/profiles/:id', { params: { id: account.id } });
    const left = Date.parse(today.ends_at) - Date.now();
    assert.ok(left > -1000 && left <= 864_000, `${left} ms`);
    assert.equal(days.at(-1)?.date, today.date);
    assert.equal(today.date, new Date().toISOString().slice(0, 10));
  });
});

describe('a message that the agent sent before a backup was restored', () => {
  it('counts on the day it was sent, and delays no other message', async () => {
    const { detail, claimOne, report } = await scenario({ daily_limit: 2, ramp: { start: 1, step: 1 } });
    const sent_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
    // The agent finds the message in its journal and reports it without asking for the go-ahead.
    await report(await claimOne(), 'sent', { sent_at });
    const { today, days, next } = await detail();
    assert.deepEqual([today.used, today.ramp_day, next.state], [0, 1, 'idle']);
    assert.deepEqual(
      days.filter(({ sent }) => sent > 0).map(({ date, sent }) => [date, sent]),
      [[sent_at.slice(0, 10), 1]],
    );
  });
});

describe('an account’s ramp', () => {
  it('rises over four days of sending, and each day is recorded', async () => {
    const { detail, next, send, nextDay } = await scenario({ daily_limit: 8, ramp: { start: 2, step: 2 } });
    const ahead: number[][] = [];
    for (const allowed of [2, 4, 6, 8]) {
      const { today, ramp_ahead } = await detail();
      assert.deepEqual([today.allowed, today.ramp_day], [allowed, allowed / 2]);
      ahead.push(ramp_ahead);
      await send(allowed);
      assert.deepEqual((await next()).slice(0, 2), ['waiting', 'over_budget']);
      await nextDay();
    }
    assert.deepEqual(ahead, [[4, 6, 8], [6, 8], [8], []]);
    const { today, days } = await detail();
    assert.deepEqual([today.used, today.allowed], [0, 8], 'the limit rises no further');
    assert.equal(days.length, 30);
    assert.deepEqual(
      days.slice(-6).map(({ sent }) => sent),
      [0, 2, 4, 6, 8, 0],
    );
  });
});

describe('an account’s hold', () => {
  it('is shown until the owner ends it; after that, it stays in the history, and the ramp starts over', async () => {
    const { detail, next, send, nextDay, stop, user, params, setStatus } = await scenario({
      ramp: { start: 1, step: 1 },
      daily_limit: 40,
    });
    await send(1);
    await nextDay();
    await send(1);
    assert.equal((await detail()).today.ramp_day, 2);
    await stop('challenge', undefined, 'Confirm it’s you');
    const held = await detail();
    assert.deepEqual(await next(), ['held', 'challenge', null]);
    assert.match(held.next.text ?? '', /confirm this account\. Confirm it’s you\. Open the account/);
    assert.deepEqual(
      held.holds.map(({ reason, until, ended_at, is_released }) => [reason, until, ended_at, is_released]),
      [['challenge', null, null, false]],
    );
    await server.call(user, 'POST /api/profiles/:id/release', { params });
    await setStatus('running');
    const { profile, holds, today, ramp_ahead } = await detail();
    assert.equal(profile.hold, null);
    assert.deepEqual([today.ramp_day, today.allowed, ramp_ahead.slice(0, 2)], [0, 1, [1, 2]]);
    assert.equal(holds[0]?.is_released, true);
    assert.notEqual(holds[0]?.ended_at, null);
    await nextDay();
    const tomorrow = await detail();
    assert.deepEqual([tomorrow.today.ramp_day, tomorrow.today.allowed, tomorrow.ramp_ahead[0]], [1, 1, 2]);
    assert.deepEqual(await next(), ['idle', null, null]);
  });

  it('stays in the history, below newer holds, after it has ended automatically', async () => {
    const { account, detail, stop, user } = await scenario();
    await app.db
      .insertInto('account_holds')
      .values({
        user_id: user.id,
        profile_id: account.id,
        reason: 'rate_limited',
        detail: null,
        held_at: new Date('2026-01-01T10:00:00Z'),
        held_until: new Date('2026-01-02T10:00:00Z'),
      })
      .execute();
    await stop('captcha');
    const { holds } = await detail();
    assert.deepEqual(
      holds.map(({ reason, ended_at, is_released }) => [reason, ended_at, is_released]),
      [
        ['captcha', null, false],
        ['rate_limited', '2026-01-02T10:00:00.000Z', false],
      ],
    );
  });
});

describe('an account’s refusals', () => {
  it('include its holds and failed messages, counted by reason', async () => {
    const { detail, claimOne, report, stop, account } = await scenario();
    for (const _time of [1, 2]) {
      await makeDue(app, account);
      await report(await claimOne(), 'not_found', { reason: 'not_found' });
    }
    await stop('rate_limited');
    assert.deepEqual(
      (await detail()).refusals.map(({ reason, count }) => [reason, count]),
      [
        ['not_found', 2],
        ['rate_limited', 1],
      ],
    );
  });
});

describe('the time of an account’s last failed message', () => {
  it('does not include a failure that was corrected', async () => {
    const { detail, report, claimOne, account } = await scenario();
    await report(await claimOne(), 'not_found', { reason: 'not_found' });
    const yesterday = sql<string>`last_at - make_interval(days => 1)`;
    const back = { day: sql<string>`day - 1`, last_at: yesterday };
    await app.db.updateTable('account_failures').set(back).where('profile_id', '=', account.id).execute();
    const [first] = (await detail()).refusals;
    await makeDue(app, account);
    await report(await claimOne(), 'not_found', { reason: 'not_found' });
    assert.notEqual((await detail()).refusals[0]?.last_at, first?.last_at);
    await app.db
      .updateTable('account_failures')
      .set({ count: 0 })
      .where('profile_id', '=', account.id)
      .where('last_at', '>', sql<string>`now() - make_interval(hours => 12)`)
      .execute();
    assert.deepEqual((await detail()).refusals, [first]);
  });
});

describe('an account’s holds', () => {
  it('from the last 30 days are all counted, even those that the history no longer lists', async () => {
    const { account, detail, user } = await scenario();
    const hold = { user_id: user.id, profile_id: account.id, reason: 'rate_limited', detail: null };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const held = (count: number, days: number) =>
      Array.from({ length: count }, () => ({ ...hold, held_at: daysAgo(days), held_until: daysAgo(days - 1) }));
    await app.db
      .insertInto('account_holds')
      .values([...held(60, 5), ...held(10, 31)])
      .execute();
    const { holds, refusals } = await detail();
    assert.equal(holds.length, 50);
    assert.deepEqual(
      refusals.map(({ reason, count }) => [reason, count]),
      [['rate_limited', 60]],
    );
  });
});

describe('an account’s page', () => {
  it('lists the account’s campaigns, newest first, with its results in each', async () => {
    const { detail, send, campaign, counters } = await scenario();
    await send(2);
    const { campaigns } = await detail();
    const [all, sent, failed] = await counters();
    const totals = { total_list: all, total_sent: sent, total_failed: failed };
    assert.deepEqual(campaigns, [
      { id: campaign.id, name: 'Spring', status: 'running', ...totals, sent: 2, failed: 0 },
    ]);
  });

  it('counts a message with an unknown outcome as failed, as the campaign itself does', async () => {
    const { detail, commitOne, report, send, counters } = await scenario();
    await send(1);
    await report(await commitOne(), 'unknown', { reason: 'no_note' });
    const { campaigns, days, refusals } = await detail();
    assert.deepEqual((await counters()).slice(1, 3), [1, 1]);
    assert.deepEqual([campaigns[0]?.sent, campaigns[0]?.failed], [1, 1]);
    assert.deepEqual([days.at(-1)?.sent, days.at(-1)?.failed], [1, 1]);
    assert.deepEqual(
      refusals.map(({ reason, count }) => [reason, count]),
      [['no_note', 1]],
    );
  });

  it('lists a campaign that the account sent messages for, even after the account is removed from it', async () => {
    const { detail, send, campaign, setStatus, user, account } = await scenario();
    await send(1);
    await setStatus('paused');
    const other = await buildAccount(app, user);
    const setAccounts = (...profiles_used: number[]) =>
      server.call(user, 'PUT /api/campaigns/:id/profiles', { params: { id: campaign.id }, body: { profiles_used } });
    await setAccounts(other.id);
    const listed = async () => (await detail()).campaigns.map(({ id, sent }) => ({ id, sent }));
    const shown = [{ id: campaign.id, sent: 1 }];
    assert.deepEqual(await listed(), shown);
    await setAccounts(account.id);
    assert.deepEqual(await listed(), shown);
  });

  it('shows why nothing is sent, for example because the account is switched off or no computer is connected', async () => {
    const { next, user, params, signOff } = await scenario();
    await signOff();
    assert.deepEqual((await next()).slice(0, 2), ['waiting', 'no_agent']);
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params });
    assert.deepEqual((await next()).slice(0, 2), ['idle', 'account_inactive']);
  });
});

describeAccess(server, [
  {
    key: 'GET /api/profiles/:id',
    input: async (owner) => ({ params: { id: (await buildAccount(app, owner)).id } }),
    isOwned: true,
  },
]);
