import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { makeDue, makeRetryable } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { nextDelay, pauseAfterGoAhead, restAfterRelease } from './pacing.ts';

const server = await testServer();
const limited = await startBeside(server, { maxPerAccountPerDay: 3 });
const { app } = server;
const scene = scenesOn(server);

const people = Array.from({ length: 12 }, (_, index) => `person${index}`);

/** Returns the number of seconds until an account may send again. */
const waitOf = async ({ accountOf, account }: Pick<Awaited<ReturnType<typeof scene>>, 'accountOf' | 'account'>) =>
  (Date.parse((await accountOf(account.id)).next_due_at ?? '') - Date.now()) / 1000;

describe('the pause between two messages', () => {
  it('is random between the two delays in the settings', () => {
    const delays = Array.from({ length: 200 }, () => nextDelay(app.config, { delay_start: 100, delay_end: 200 }));
    assert.ok(delays.every((seconds) => seconds >= 100 && seconds <= 200));
    assert.ok(new Set(delays.map(Math.round)).size > 20);
  });

  it('is 15 seconds longer after the go-ahead, because the agent may press Enter that much later', () => {
    const pace = { delay_start: 100, delay_end: 200 };
    const pauses = Array.from({ length: 200 }, () => pauseAfterGoAhead(app.config, pace));
    assert.ok(pauses.every((seconds) => seconds >= 115 && seconds <= 215));
  });

  it('is a hundredth as long in sandbox mode', () => {
    const sandbox = { ...app.config, sandbox: true };
    const seconds = nextDelay(sandbox, { delay_start: 100, delay_end: 200 });
    assert.ok(seconds >= 1 && seconds <= 2);
  });

  it('starts at the go-ahead, and is not shortened by the report', async () => {
    const given = await scene();
    const delivery = await given.commitOne();
    const afterCommit = await waitOf(given);
    assert.ok(afterCommit > 350 && afterCommit <= 465, `${afterCommit}`);
    const later = new Date(Date.now() + 900_000);
    await app.db.updateTable('profiles').set({ next_due_at: later }).where('id', '=', given.account.id).execute();
    await given.report(delivery, 'sent');
    assert.ok((await waitOf(given)) > 890);
  });

  it('is not shortened by a restart of the agent, by pausing and resuming, or by a new campaign', async () => {
    const given = await scene();
    await given.sendOne();
    const before = (await given.accountOf(given.account.id)).next_due_at;
    await given.signOff();
    assert.equal(reasonOf(await given.claim()), 'waiting_for_time');
    await given.setStatus('paused');
    await given.setStatus('running');
    assert.equal(reasonOf(await given.claim()), 'waiting_for_time');
    await server.call(given.user, 'POST /api/campaigns/:id/stop', { params: given.params });
    const fresh = await given.another({ accounts: [given.account], content: 'Something else' });
    assert.equal(reasonOf(await given.claim(fresh.account.id)), 'waiting_for_time');
    assert.equal((await given.accountOf(given.account.id)).next_due_at, before);
  });

  it('also follows an attempt that failed, that skipped the person, or whose outcome is unknown', async () => {
    for (const [outcome, reason] of [
      ['not_found', 'not_found'],
      ['failed', 'recipient_refuses_requests'],
      ['failed', 'page_failed'],
      ['skipped', 'conversation'],
      ['unknown', 'no_bubble'],
    ] as const) {
      const given = await scene();
      await given.report(await given.claimOne(), outcome, { reason });
      const seconds = await waitOf(given);
      assert.ok(seconds > 300, `${outcome}: ${seconds}`);
    }
  });
});

describe('an account that returns people to the queue without an attempt', () => {
  it('rests twice as long after each return in a row, up to two minutes', async () => {
    assert.deepEqual(
      [1, 2, 3, 5, 6, 50].map((times) => restAfterRelease(app.config, times, 'network')),
      [20, 40, 80, 120, 120, 120],
    );
    const given = await scene();
    for (const expected of [20, 40, 80]) {
      await makeDue(app, given.account);
      await given.releaseOne('network');
      const seconds = await waitOf(given);
      assert.ok(Math.abs(seconds - expected) < 5, `${seconds}`);
      assert.equal(reasonOf(await given.claim()), 'waiting_for_time');
    }
  });

  it('rests for half an hour if the pages are not as expected, while the campaign’s other accounts continue', async () => {
    const given = await scene({ accounts: 2 });
    const missing = 'The inbox shows no list of conversations.';
    for (const _time of [1, 2]) {
      await makeDue(app, given.account);
      const delivery = await given.claimOne();
      const report = await given.report(delivery, 'released', { reason: 'page_drift', detail: missing });
      assert.equal(report.status, 'pending');
      const seconds = await waitOf(given);
      assert.ok(Math.abs(seconds - 1800) < 5, `${seconds}`);
      const { failures, releases } = await given.deliveryOf(delivery);
      assert.deepEqual([failures, releases], [0, 0], 'nothing is counted against the person');
    }
    assert.equal(reasonOf(await given.claim()), 'waiting_for_time');
    const seen = await given.view();
    const [first] = seen.accounts;
    assert.deepEqual([first?.state, first?.reason, seen.status], ['waiting', 'page_drift', 'running']);
    assert.ok(first?.text?.includes(missing), first?.text ?? '');
    assert.equal(first?.next_due_at, (await given.accountOf(given.account.id)).next_due_at);
    assert.equal((await given.accountOf(given.account.id)).hold_reason, null);
    assert.notEqual((await given.claim(given.campaign.accounts[1]?.id)).delivery, null);
    assert.deepEqual(restAfterRelease({ ...app.config, sandbox: true }, 3, 'page_drift'), 18);
  });

  it('starts again with a short rest after a different outcome', async () => {
    const given = await scene();
    for (const _time of [1, 2, 3]) {
      await makeDue(app, given.account);
      await given.releaseOne('network');
    }
    await given.sendOne();
    assert.equal((await given.accountOf(given.account.id)).released_in_a_row, 0);
  });

  it('keeps counting its returns across restarts of the agent', async () => {
    const given = await scene();
    for (const expected of [1, 2]) {
      await makeDue(app, given.account);
      await given.releaseOne('firefox_not_started');
      await given.signOff();
      assert.equal((await given.accountOf(given.account.id)).released_in_a_row, expected);
    }
  });
});

const limitedScene = scenesOn(limited);
type Limited = Awaited<ReturnType<typeof limitedScene>>;

/** Moves the times of all the user's messages `hours` hours into the past. */
async function ageContacts({ user }: Limited, hours: number): Promise<void> {
  await limited.app.db
    .updateTable('contacts')
    .set({ contacted_at: sql<Date>`contacted_at - make_interval(hours => ${hours})` })
    .where('user_id', '=', user.id)
    .execute();
}

/** Builds a campaign whose account has sent as many messages as it may send per day. */
async function atCeiling(options: Parameters<typeof limitedScene>[0] = {}) {
  const given = await limitedScene({ recipients: people, ...options });
  const due = () => makeDue(limited.app, given.account);
  for (let sent = 0; sent < 3; sent += 1) {
    await due();
    const delivery = await given.claimOne();
    await given.commit(delivery);
    await given.report(delivery, 'sent');
  }
  await due();
  return { ...given, due };
}

describe('an account that has reached its maximum for 24 hours', () => {
  it('gets nobody to message until its oldest message is a day old, and the campaign explains why', async () => {
    const given = await atCeiling();
    const answer = await given.claim();
    assert.ok(answer.delivery === null);
    assert.equal(answer.reason, 'daily_ceiling');
    const hours = (Date.parse(answer.not_before ?? '') - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24, `${hours}`);
    const seen = await given.view();
    assert.deepEqual([seen.status, seen.status_reason?.code], ['running', 'daily_ceiling']);
    assert.match(seen.status_reason?.text ?? '', /reached its 24-hour limit/);
    assert.deepEqual([seen.accounts[0]?.state, seen.accounts[0]?.reason], ['waiting', 'daily_ceiling']);
    assert.equal(seen.accounts[0]?.next_due_at, answer.not_before);
    assert.equal(seen.rate_per_hour, null);
    await ageContacts(given, 25);
    assert.equal((await given.claim()).delivery?.recipient, 'person3');
  });

  it('waits the whole day even if its computer’s clock is slow', async () => {
    const given = await limitedScene({ recipients: people });
    for (let sent = 0; sent < 3; sent += 1) {
      await makeDue(limited.app, given.account);
      const delivery = await given.claimOne();
      await given.commit(delivery);
      await given.report(delivery, 'sent', { sent_at: new Date(Date.now() - 2 * 3_600_000).toISOString() });
    }
    await makeDue(limited.app, given.account);
    const answer = await given.claim();
    assert.ok(answer.delivery === null);
    const hours = (Date.parse(answer.not_before ?? '') - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24, `${hours}`);
  });

  it('gets nobody to message in another campaign either, even after the first campaign is deleted', async () => {
    const given = await atCeiling();
    await limited.call(given.user, 'DELETE /api/campaigns/:id', { params: given.params });
    const next = await given.another({ accounts: [given.account], content: 'Something else' });
    assert.equal(reasonOf(await given.claim(next.account.id)), 'daily_ceiling');
  });

  it('is refused the go-ahead for a person it claimed before reaching the maximum', async () => {
    const given = await limitedScene({ recipients: people });
    await given.sendOne();
    await given.sendOne();
    await makeDue(limited.app, given.account);
    const delivery = await given.claimOne();
    await limited.app.db
      .insertInto('contacts')
      .values({
        user_id: given.user.id,
        person: 'somebody',
        text_key: 'x',
        state: 'sent',
        contacted_at: new Date(),
        delivery_id: 0,
        campaign_name: 'Another',
        profile_id: given.account.id,
      })
      .execute();
    assert.equal(await given.refusalOf(delivery), 'daily_ceiling');
  });

  it('gets the go-ahead for its last message again if the agent repeats the request', async () => {
    const given = await limitedScene({ recipients: people });
    await given.sendOne();
    await given.sendOne();
    await makeDue(limited.app, given.account);
    const last = await given.claimOne();
    assert.equal(await given.refusalOf(last), null);
    assert.equal(await given.refusalOf(last), null);
  });

  it('counts messages with an unknown outcome and messages that are being sent', async () => {
    const given = await limitedScene({ recipients: people });
    for (const end of [null, 'no_note', 'no_bubble'] as const) {
      await makeDue(limited.app, given.account);
      const delivery = await given.claimOne();
      await given.commit(delivery);
      if (end === null) await given.fallSilent(delivery);
      else await given.report(delivery, 'unknown', { reason: end });
      await limited.app.db
        .updateTable('claims')
        .set({ check_at: new Date(Date.now() + 3_600_000) })
        .where('user_id', '=', given.user.id)
        .execute();
    }
    await makeDue(limited.app, given.account);
    assert.equal(reasonOf(await given.claim()), 'daily_ceiling');
  });

  it('counts messages that are sent again to people who already got them', async () => {
    const given = await limitedScene({ recipients: ['anna', 'ben', 'cleo'] });
    await given.sendOne();
    await given.sendOne();
    await limited.call(given.user, 'DELETE /api/campaigns/:id', { params: given.params });
    const again = await given.another({ accounts: [given.account], allow_repeat: true });
    await given.sendOne(again.account.id);
    await makeDue(limited.app, given.account);
    assert.equal(reasonOf(await given.claim()), 'daily_ceiling');
  });

  it('does not keep another account from sending', async () => {
    const given = await atCeiling({ accounts: 2 });
    assert.equal((await given.claimOne(given.campaign.accounts[1]?.id)).recipient, 'person3');
    assert.equal((await given.view()).status_reason, null);
  });

  it('counts only messages that may have been sent', async () => {
    const given = await limitedScene({ recipients: people });
    for (let tries = 0; tries < 5; tries += 1) {
      await makeDue(limited.app, given.account);
      await makeRetryable(limited.app, given.campaign);
      await given.report(await given.claimOne(), 'not_found', { reason: 'not_found' });
    }
    await makeDue(limited.app, given.account);
    assert.notEqual((await given.claim()).delivery, null, 'nothing was sent, so no message is counted');
  });
});
