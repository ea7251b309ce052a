import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallInput } from '@sandpiper/contract/client';
import { makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { localDay, nextMidnight } from '../../platform/local-time.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

type Body = CallInput<'PUT /api/profiles/:id'>['body'];

const people = Array.from({ length: 9 }, (_, index) => `person${index}`);

const dayMs = 86_400_000;
const yesterday = () => new Date(Date.now() - dayMs);

async function scenario(limits: Partial<Body> = {}) {
  const given = await scene({ recipients: people });
  const { user, account } = given;
  const params = { id: account.id };
  const { profile_name, profile_path } = await given.accountOf(account.id);
  const bodyOf = (more: Partial<Body>) => ({ profile_name, profile_path, ...more });
  const change = (more: Partial<Body>) =>
    server.call(user, 'PUT /api/profiles/:id', { params, body: bodyOf(more) }).then(({ profile }) => profile);
  const refuse = (more: object) => server.refuse(user, 'PUT /api/profiles/:id', { params, body: bodyOf(more) });
  await change(limits);
  // Make the time zone take effect immediately, as if the account had always had it.
  await app.db.updateTable('profiles').set({ lasting_until: null }).where('id', '=', account.id).execute();
  /**
   * Skips the account's pause between messages. If the account still gets no work, returns the reason and the end of the wait. If
   * it gets work, returns null.
   */
  const waitsFor = async () => {
    await makeDue(app, account);
    const answer = await given.claim();
    return 'reason' in answer ? [answer.reason, answer.not_before] : null;
  };
  const days = () =>
    app.db
      .selectFrom('account_days')
      .select(['day', 'sent', 'failed', 'refused', 'held'])
      .where('profile_id', '=', account.id)
      .orderBy('day')
      .execute();
  const nextDay = () =>
    app.db
      .updateTable('profiles')
      .set({ sending_day: localDay(yesterday(), 'UTC') })
      .where('id', '=', account.id)
      .execute();
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await given.sendOne();
  };
  return { ...given, change, refuse, waitsFor, days, nextDay, send };
}

const midnight = (zone: string) => nextMidnight(new Date(), zone).toISOString();
const today = (zone = 'UTC') => localDay(new Date(), zone);

describe('an account’s daily limit', () => {
  it('applies until midnight in the account’s time zone', async () => {
    const { send, waitsFor } = await scenario({ daily_limit: 2, timezone: 'Asia/Tokyo' });
    await send(2);
    assert.deepEqual(await waitsFor(), ['over_budget', midnight('Asia/Tokyo')]);
  });

  it('starts over on the next day', async () => {
    const { send, waitsFor, nextDay } = await scenario({ daily_limit: 1 });
    await send(1);
    assert.deepEqual(await waitsFor(), ['over_budget', midnight('UTC')]);
    await nextDay();
    await send(1);
    assert.deepEqual(await waitsFor(), ['over_budget', midnight('UTC')]);
  });

  it('counts a message that may be on its way, but not a message that was definitely not sent', async () => {
    const { commitOne, report, waitsFor } = await scenario({ daily_limit: 1 });
    const delivery = await commitOne();
    assert.equal((await waitsFor())?.[0], 'over_budget');
    await report(delivery, 'failed', { reason: 'not_delivered' });
    assert.equal(await waitsFor(), null);
  });

  it('counts a message again if it was sent even though the user said that it was not', async () => {
    const { user, campaign, commitOne, report, waitsFor } = await scenario({ daily_limit: 1 });
    const delivery = await commitOne();
    await report(delivery, 'unknown', { reason: 'no_note' });
    await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: campaign.id, deliveryId: delivery.id },
      body: { was_sent: false },
    });
    await report(delivery, 'sent');
    assert.equal((await waitsFor())?.[0], 'over_budget');
  });

  it('is checked again before the go-ahead, without counting the message itself', async () => {
    const { claimOne, commit, change, refusalOf } = await scenario();
    const delivery = await claimOne();
    await change({ daily_limit: 1 });
    assert.equal((await commit(delivery)).may_send, true);
    assert.equal((await commit(delivery)).may_send, true, 'asked again');
    const other = await scenario({ daily_limit: 1 });
    const first = await other.claimOne();
    await app.db
      .updateTable('profiles')
      .set({ sending_day: today(), sent_on_day: 1 })
      .where('id', '=', other.account.id)
      .execute();
    assert.equal(await other.refusalOf(first), 'over_budget');
    assert.equal(await refusalOf(delivery), null);
  });
});

describe('an account’s ramp', () => {
  const ramp = { start: 1, step: 2 };

  it('rises with each day of sending, up to the limit', async () => {
    const { send, waitsFor, nextDay } = await scenario({ ramp, daily_limit: 4 });
    for (const allowed of [1, 3]) {
      await send(allowed);
      assert.equal((await waitsFor())?.[0], 'over_budget');
      await nextDay();
    }
    await send(4);
    assert.equal((await waitsFor())?.[0], 'over_budget');
  });

  it('does not rise on a day without messages', async () => {
    const { send, waitsFor, nextDay, commitOne, report } = await scenario({ ramp });
    await report(await commitOne(), 'failed', { reason: 'not_delivered' });
    await nextDay();
    await send(1);
    assert.equal((await waitsFor())?.[0], 'over_budget');
  });

  it('starts over after a hold', async () => {
    const { send, waitsFor, nextDay, stop, user, account, setStatus } = await scenario({ ramp });
    await send(1);
    await nextDay();
    await send(2);
    await stop('challenge');
    await server.call(user, 'POST /api/profiles/:id/release', { params: { id: account.id } });
    await setStatus('running');
    assert.equal((await waitsFor())?.[0], 'over_budget', 'today’s messages still count');
    await nextDay();
    await send(1);
    assert.equal((await waitsFor())?.[0], 'over_budget');
  });
});

describe('a ramp that is set later', () => {
  const ramp = { start: 2, step: 1 };
  const rampDayOf = async (given: Awaited<ReturnType<typeof scenario>>) => {
    const { id } = given.account;
    return (await given.accountOf(id)).ramp_day;
  };

  it('starts at its first day, even if the account sent messages on earlier days', async () => {
    const { send, change, waitsFor, nextDay } = await scenario();
    await send(1);
    await nextDay();
    await send(1);
    await nextDay();
    await change({ ramp });
    await send(2);
    assert.equal((await waitsFor())?.[0], 'over_budget');
  });

  it('begins again if it gets another start, but not if only its step or other settings change', async () => {
    const given = await scenario({ ramp });
    await given.send(1);
    await given.nextDay();
    await given.send(1);
    await given.change({ ramp: { ...ramp, step: 5 }, daily_limit: 40 });
    await given.change({});
    assert.equal(await rampDayOf(given), 2);
    await given.change({ ramp: { start: 1, step: 5 } });
    assert.equal(await rampDayOf(given), 0);
  });

  it('continues when a removed account is added again with the same ramp, and otherwise begins with its first day', async () => {
    for (const { before, after } of [
      { before: ramp, after: 1 },
      { before: null, after: 0 },
    ]) {
      const given = await scenario({ ramp: before });
      const { user, account, accountOf } = given;
      await given.send(1);
      await given.setStatus('paused');
      await server.call(user, 'DELETE /api/profiles/:id', { params: { id: account.id } });
      const { profile_name, profile_path } = await accountOf(account.id);
      await server.call(user, 'POST /api/profiles', { body: { profile_name, profile_path, ramp } });
      assert.equal(await rampDayOf(given), after);
    }
  });
});

describe('an account’s daily results', () => {
  it('are counted as they happen', async () => {
    const { send, commitOne, claimOne, report, stop, days, account } = await scenario({ timezone: 'Pacific/Auckland' });
    await send(2);
    await report(await commitOne(), 'failed', { reason: 'not_delivered' });
    await makeDue(app, account);
    await report(await claimOne(), 'not_found', { reason: 'not_found' });
    await stop('rate_limited');
    assert.deepEqual(await days(), [{ day: today('Pacific/Auckland'), sent: 2, failed: 2, refused: 1, held: 1 }]);
  });

  it('count an outcome on the day of its go-ahead, even if it arrives later', async () => {
    const { commitOne, report, days, nextDay, deliveryOf } = await scenario();
    const delivery = await commitOne();
    await report(delivery, 'unknown', { reason: 'no_note' });
    const { counted_on } = await deliveryOf(delivery);
    assert.deepEqual(await days(), [{ day: counted_on, sent: 0, failed: 1, refused: 0, held: 0 }]);
    await nextDay();
    await report(delivery, 'sent');
    assert.deepEqual(await days(), [{ day: counted_on, sent: 1, failed: 0, refused: 0, held: 0 }]);
  });

  it('do not subtract an unknown outcome that was never counted', async () => {
    const { commitOne, report, days } = await scenario();
    const delivery = await commitOne();
    await report(delivery, 'unknown', { reason: 'no_note' });
    // Outcomes recorded by versions that didn't keep daily counts have no `counted_on`.
    await app.db.updateTable('deliveries').set({ counted_on: null }).where('id', '=', delivery.id).execute();
    await app.db.deleteFrom('account_days').where('profile_id', '=', delivery.profile_id).execute();
    await report(delivery, 'sent');
    assert.deepEqual(await days(), [{ day: today(), sent: 1, failed: 0, refused: 0, held: 0 }]);
  });
});

describe('an account’s hours', () => {
  const closedNow = () => {
    const weekday = new Date().getUTCDay();
    // Use the day after tomorrow, in case midnight passes during the test.
    return [{ day: ((weekday + 1) % 7) + 1, from: '09:00', to: '17:00' }];
  };

  it('keep the account from claiming anyone until they begin', async () => {
    const { waitsFor } = await scenario({ timezone: 'UTC', hours: closedNow() });
    const [reason, until] = (await waitsFor()) ?? [];
    assert.equal(reason, 'outside_hours');
    assert.match(String(until), /T09:00:00\.000Z$/u);
  });

  it('are checked again before the message is sent', async () => {
    const { claimOne, change, refusalOf } = await scenario();
    const delivery = await claimOne();
    await change({ hours: closedNow() });
    assert.equal(await refusalOf(delivery), 'outside_hours');
    await change({ hours: null });
    assert.equal(await refusalOf(delivery), null);
  });

  it('apply together with those of the campaign', async () => {
    const allWeek = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));
    const { campaign, waitsFor } = await scenario({ hours: allWeek });
    await app.db
      .updateTable('campaigns')
      .set({ hours: JSON.stringify(closedNow()) })
      .where('id', '=', campaign.id)
      .execute();
    assert.equal((await waitsFor())?.[0], 'outside_hours');
  });
});

describe('a new time zone', () => {
  it('does not give the account a second daily limit, even if it is still the previous day there', async () => {
    const { send, waitsFor, change } = await scenario({ daily_limit: 1, timezone: 'Pacific/Kiritimati' });
    await send(1);
    // In Pago Pago, it's still the previous day, and the account sent nothing on that date.
    await change({ timezone: 'Pacific/Pago_Pago' });
    assert.equal((await waitsFor())?.[0], 'over_budget');
  });
});

describe('an account’s settings', () => {
  it('are empty by default, are kept if omitted, and are removed with null', async () => {
    const { change } = await scenario();
    const shown = ({ daily_limit, ramp, timezone, hours }: Awaited<ReturnType<typeof change>>) => [
      daily_limit,
      ramp,
      timezone,
      hours,
    ];
    assert.deepEqual(shown(await change({})), [null, null, null, null]);
    const hours = [{ day: 1, from: '09:00', to: '24:00' }];
    const all = { daily_limit: 40, ramp: { start: 10, step: 3 }, timezone: 'Europe/Berlin', hours };
    assert.deepEqual(shown(await change(all)), [40, { start: 10, step: 3 }, 'Europe/Berlin', hours]);
    assert.deepEqual(shown(await change({})), [40, { start: 10, step: 3 }, 'Europe/Berlin', hours]);
    const none = { daily_limit: null, ramp: null, timezone: null, hours: null };
    assert.deepEqual(shown(await change(none)), [null, null, null, null]);
  });

  it('are refused if they are invalid, and nothing is saved', async () => {
    const { refuse, change } = await scenario();
    for (const [body, field] of [
      [{ daily_limit: 0 }, 'daily_limit'],
      [{ daily_limit: 101 }, 'daily_limit'],
      [{ daily_limit: 2.5 }, 'daily_limit'],
      [{ ramp: { start: 0, step: 3 } }, 'ramp'],
      [{ ramp: { start: 5 } }, 'ramp'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ timezone: '+02:00' }, 'timezone'],
      [{ timezone: 'IST' }, 'timezone'],
      [{ hours: [{ day: 8, from: '09:00', to: '10:00' }] }, 'hours'],
      [{ hours: [{ day: 1, from: '10:00', to: '10:00' }] }, 'hours'],
      [{ hours: [{ day: 1, from: '9:00', to: '10:00' }] }, 'hours'],
      [{ hours: [{ day: 1, from: '24:00', to: '24:00' }] }, 'hours'],
    ] as const) {
      const refusal = await refuse({ insta_username: 'changed', ...body });
      assert.equal(refusal.status, 400);
      assert.ok(
        Object.keys(refusal.fields ?? {}).some((name) => name.startsWith(field)),
        JSON.stringify(refusal),
      );
    }
    assert.notEqual((await change({})).insta_username, 'changed');
  });
});
