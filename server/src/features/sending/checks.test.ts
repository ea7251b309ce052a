import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildComputer } from '../../testing/builders.ts';
import { makeCommittedAgo, makeDue } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { markLongUnreportedUnknown } from './sending-sweep.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Builds a campaign whose agent got the go-ahead for a message and then went silent. */
async function silent(options: Parameters<typeof scene>[0] = {}, person: Parameters<typeof scene>[1] = {}) {
  const given = await scene({ recipients: ['anna'], ...options }, person);
  const delivery = await given.commitOne();
  await given.fallSilent(delivery);
  return { ...given, delivery };
}

describe('a message that got the go-ahead but no report', () => {
  it('is checked only by its own account, under the same claim', async () => {
    const { delivery, campaign, claim, claimOne, statusOf, view } = await silent({ accounts: 2 });
    assert.equal(await statusOf(delivery), 'committed');
    assert.equal((await view()).total_being_checked, 1);
    assert.equal(reasonOf(await claim(campaign.accounts[1]?.id)), 'being_checked');
    const check = await claimOne();
    assert.deepEqual([check.task, check.id, check.claim_id], ['check', delivery.id, delivery.claim_id]);
    assert.equal((await view()).total_being_checked, 0);
  });

  it('is checked only by the same computer, even if the account is on another computer now', async () => {
    const { user, delivery, account, claim } = await silent();
    const elsewhere = '11111111-1111-4111-8111-111111111111';
    await app.db.updateTable('profiles').set({ installation_id: elsewhere }).where('id', '=', account.id).execute();
    assert.equal(reasonOf(await claim()), 'wrong_computer');
    await app.db
      .updateTable('agent_tokens')
      .set({ installation_id: elsewhere })
      .where('user_id', '=', user.id)
      .execute();
    assert.notEqual((await claim()).delivery?.id, delivery.id);
  });

  it('is checked even during its account’s pause and while its campaign is paused', async () => {
    const { delivery, setStatus, claimCheck } = await silent();
    await setStatus('paused');
    await claimCheck(delivery);
  });

  it('is not checked while its account is on hold', async () => {
    const { stop, claim, delivery, user, account, claimCheck } = await silent();
    await stop('challenge');
    assert.notEqual((await claim()).delivery?.id, delivery.id);
    await server.call(user, 'POST /api/profiles/:id/release', { params: { id: account.id } });
    await claimCheck(delivery);
  });

  it('is counted once and completes the campaign if it turns out to have been sent', async () => {
    const { delivery, claimCheck, report, view, contacts, counters } = await silent();
    await report(await claimCheck(delivery), 'sent');
    const seen = await view();
    assert.equal(seen.status, 'completed');
    assert.deepEqual(await counters(), [1, 1, 0, 0]);
    assert.deepEqual(
      seen.logs.map((log) => log.action),
      ['started', 'message_sent', 'completed'],
    );
    assert.deepEqual(await contacts(), ['anna sent Spring']);
  });

  it('is checked with the ID that Instagram gave it, and this ID is stored with the delivery', async () => {
    const given = await scene({ recipients: ['anna'] });
    const delivery = await given.commitOne();
    assert.equal(delivery.message_id, null);
    await given.report(delivery, 'unknown', { reason: 'page_lost', message_id: 'mid.$1' });
    const check = await given.claimCheck(delivery);
    assert.equal(check.message_id, 'mid.$1');
    await given.report(check, 'sent');
    const row = app.db.selectFrom('deliveries').select(['status', 'message_id']).where('id', '=', delivery.id);
    assert.deepEqual(await row.executeTakeFirst(), { status: 'sent', message_id: 'mid.$1' });
  });

  it('fails without a retry if it turns out not to have been sent', async () => {
    const { delivery, claimCheck, report, view, statusOf, contacts, recipients } = await silent();
    await report(await claimCheck(delivery), 'failed', { reason: 'not_sent' });
    assert.deepEqual([await statusOf(delivery), (await view()).status], ['failed', 'failed']);
    assert.deepEqual(await recipients(), [['anna', 'failed']]);
    assert.deepEqual(await contacts(), []);
  });

  it('is checked several times if the outcome stays unclear, and is then marked as unknown', async () => {
    const { delivery, claimCheck, report, statusOf, view } = await silent({}, { max_retries: 1 });
    for (const expected of ['committed', 'committed', 'unknown']) {
      const check = await claimCheck(delivery);
      assert.equal((await report(check, 'unknown', { reason: 'history_not_shown' })).status, expected);
    }
    assert.equal(await statusOf(delivery), 'unknown');
    assert.equal((await view()).logs.at(-2)?.action, 'message_unknown');
  });

  it('waits one, two and then four minutes between checks', async () => {
    const { delivery, claimCheck, report, claim } = await silent();
    const waits: number[] = [];
    for (const _look of [1, 2, 3]) {
      await report(await claimCheck(delivery), 'unknown', { reason: 'history_not_shown' });
      const answer = await claim();
      assert.ok(answer.delivery === null);
      const { check_at } = await app.db
        .selectFrom('claims')
        .select('check_at')
        .where('delivery_id', '=', delivery.id)
        .executeTakeFirstOrThrow();
      waits.push(Math.round((Date.parse(check_at ?? '') - Date.now()) / 1000));
    }
    assert.ok(
      waits.every((seconds, index) => Math.abs(seconds - 60 * 2 ** index) < 5),
      waits.join(' '),
    );
  });

  it('can be reported for the first time after the lease has ended, but a repeated report changes nothing', async () => {
    const { delivery, account, claimCheck, report, deliveryOf, accountOf } = await silent();
    const seen = { reason: 'no_bubble', message_id: 'mid.$1' } as const;
    assert.deepEqual(await report(delivery, 'unknown', seen), { recorded: true, status: 'committed' });
    assert.equal((await report(delivery, 'unknown', seen)).recorded, false);
    const { reason, checks } = await deliveryOf(delivery);
    assert.deepEqual([reason, checks, (await accountOf(account.id)).vanished_in_a_row], ['no_bubble', 1, 1]);
    assert.equal((await claimCheck(delivery)).message_id, 'mid.$1');
  });

  it('is counted as checked only once if the report is repeated, and not at all if the report says nothing about the message', async () => {
    const { delivery, claimCheck, report, deliveryOf } = await silent();
    assert.equal((await report(delivery, 'released', { reason: 'agent_stopping' })).recorded, false);
    assert.equal((await deliveryOf(delivery)).checks, 0);
    const check = await claimCheck(delivery);
    assert.equal((await report(check, 'unknown', { reason: 'no_bubble' })).recorded, true);
    assert.equal((await report(check, 'unknown', { reason: 'no_bubble' })).recorded, false);
    assert.equal((await deliveryOf(delivery)).checks, 1);
  });

  it('is not counted as checked if the agent could not carry out the check', async () => {
    const { delivery, claimCheck, report, deliveryOf, view } = await silent();
    for (const _time of [1, 2, 3]) {
      const answer = await report(await claimCheck(delivery), 'released', { reason: 'profile_in_use' });
      assert.deepEqual(answer, { recorded: true, status: 'committed' });
    }
    assert.equal((await deliveryOf(delivery)).checks, 0);
    assert.equal((await view()).accounts[0]?.reason, 'profile_in_use');
  });

  it('is marked as unknown immediately if the agent has no record of it', async () => {
    const { delivery, claimCheck, report, view, counters, recipients } = await silent();
    assert.equal((await report(await claimCheck(delivery), 'unknown', { reason: 'no_note' })).status, 'unknown');
    assert.deepEqual(await counters(), [1, 0, 1, 0]);
    assert.equal((await view()).total_unknown, 1);
    assert.deepEqual(await recipients(), [['anna', 'failed']]);
  });

  it('stays with its agent if the check itself is not reported', async () => {
    const { delivery, claimCheck, fallSilent, statusOf } = await silent();
    await fallSilent(await claimCheck(delivery));
    assert.equal(await statusOf(delivery), 'committed');
    await claimCheck(delivery);
  });

  it('is marked as unknown after a day, but not earlier', async () => {
    const { delivery, statusOf, view, contacts } = await silent();
    await makeCommittedAgo(app, delivery.id, 23.9);
    await markLongUnreportedUnknown(app);
    assert.equal(await statusOf(delivery), 'committed');
    await makeCommittedAgo(app, delivery.id, 24.1);
    await markLongUnreportedUnknown(app);
    assert.equal(await statusOf(delivery), 'unknown');
    const seen = await view();
    assert.deepEqual([seen.status, seen.status_reason?.code], ['failed', 'unknown_outcomes']);
    assert.match(seen.logs.at(-2)?.message ?? '', /didn't report within 24 hours/);
    assert.deepEqual(await contacts(), ['anna unknown Spring']);
  });
});

describe('a send task whose outcome the agent does not know', () => {
  it('is checked once the agent has reported it as unknown, even without a go-ahead', async () => {
    const { claimOne, report, claimCheck, contacts } = await scene({ recipients: ['anna'] });
    const delivery = await claimOne();
    const answer = await report(delivery, 'unknown', { reason: 'interrupted' });
    assert.deepEqual(answer, { recorded: true, status: 'committed' });
    assert.deepEqual(await contacts(), ['anna sending Spring']);
    await report(await claimCheck(delivery), 'sent');
    assert.deepEqual(await contacts(), ['anna sent Spring']);
  });

  it('is remembered as possibly sent if the agent has no record of it', async () => {
    const { claimOne, report, contacts } = await scene({ recipients: ['anna'] });
    await report(await claimOne(), 'unknown', { reason: 'no_note' });
    assert.deepEqual(await contacts(), ['anna unknown Spring']);
  });
});

describe('a campaign with a message that is being checked', () => {
  it('continues with the other people, and keeps running until the outcome is known', async () => {
    const { delivery, account, claimOne, report, commit, view, claimCheck } = await silent({
      recipients: ['anna', 'ben'],
    });
    assert.equal((await view()).status_reason, null);
    await report(await claimCheck(delivery), 'unknown', { reason: 'history_not_shown' });
    await makeDue(app, account);
    const next = await claimOne();
    assert.equal(next.recipient, 'ben');
    await commit(next);
    await report(next, 'sent');
    const seen = await view();
    assert.deepEqual([seen.status, seen.status_reason?.code], ['running', 'being_checked']);
    assert.deepEqual([seen.accounts[0]?.state, seen.accounts[0]?.reason], ['waiting', 'being_checked']);
    assert.ok(Date.parse(seen.accounts[0]?.next_due_at ?? '') > Date.now());
    await report(await claimCheck(delivery), 'sent');
    assert.equal((await view()).status, 'completed');
  });

  it('says that only the account’s previous computer can check the message, until the account is moved back', async () => {
    const { user, agent, account, delivery, view, claimCheck } = await silent();
    const other = await buildComputer(app, user, { accounts: [] });
    const moveTo = (computer: string) =>
      server.call(user, 'PUT /api/profiles/:id/computer', {
        params: { id: account.id },
        body: { computer_id: computer },
      });
    await moveTo(other.installationId);
    const moved = await view();
    assert.deepEqual([moved.status, moved.status_reason?.code], ['running', 'checked_elsewhere']);
    assert.match(moved.status_reason?.action ?? '', /Move the account back/);
    assert.deepEqual([moved.accounts[0]?.state, moved.accounts[0]?.reason], ['waiting', 'checked_elsewhere']);
    await moveTo(agent.installationId);
    assert.equal((await view()).status_reason?.code, 'being_checked');
    await claimCheck(delivery);
  });
});
