import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { makeDue, makeRetryable } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Makes the go-ahead for a delivery appear to have been given this many hours ago. */
async function ageGoAhead({ id }: { id: number }, hours: number): Promise<void> {
  const contacted_at = new Date(Date.now() - hours * 3_600_000);
  await app.db.updateTable('contacts').set({ contacted_at }).where('delivery_id', '=', id).execute();
}

describe('a report', () => {
  it('updates counters, recipient and log together, and changes nothing when it is repeated', async () => {
    const { claimOne, commit, report, view, counters, recipients, contacts } = await scene();
    const delivery = await claimOne();
    await commit(delivery);
    assert.deepEqual(await report(delivery, 'sent'), { recorded: true, status: 'sent' });
    for (const outcome of ['sent', 'failed', 'unknown', 'released', 'not_found', 'skipped'] as const) {
      assert.deepEqual(await report(delivery, outcome), { recorded: false, status: 'sent' });
    }
    assert.deepEqual(await counters(), [3, 1, 0, 0]);
    assert.deepEqual(
      (await view()).logs.map((log) => [log.seq, log.action, log.recipient]),
      [
        [1, 'started', null],
        [2, 'message_sent', 'anna'],
      ],
    );
    assert.deepEqual(await recipients(), [
      ['anna', 'sent'],
      ['ben', 'pending'],
      ['cleo', 'pending'],
    ]);
    assert.deepEqual(await contacts(), ['anna sent Spring']);
  });

  it('is recorded only once even if it is sent ten times at the same time', async () => {
    const { commitOne, report, view } = await scene();
    const delivery = await commitOne();
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(delivery, 'sent')));
    assert.equal(answers.filter((answer) => answer.recorded).length, 1);
    assert.equal((await view()).total_sent, 1);
  });

  it('is logged with the agent’s time, unless that time is in the future or before the go-ahead', async () => {
    const { claimOne, commit, report, view, account } = await scene();
    const hourMs = 3_600_000;
    for (const [agoMs, expectedMs] of [
      [hourMs, hourMs],
      [-hourMs, 0],
      [30 * 24 * hourMs, 2 * hourMs],
    ] as const) {
      await makeDue(app, account);
      const delivery = await claimOne();
      await commit(delivery);
      await ageGoAhead(delivery, 2);
      await report(delivery, 'sent', { sent_at: new Date(Date.now() - agoMs).toISOString() });
      const log = (await view()).logs.findLast(({ recipient }) => recipient === delivery.recipient);
      const offMs = Math.abs(Date.parse(log?.created_at ?? '') - (Date.now() - expectedMs));
      assert.ok(offMs < 60_000, `${agoMs}: ${offMs}`);
    }
  });

  it('comes after the start in the log, even if the computer’s clock is slow', async () => {
    const { commitOne, report, view } = await scene({ recipients: ['anna'] });
    const sent_at = new Date(Date.now() - 5 * 3_600_000).toISOString();
    await report(await commitOne(), 'sent', { sent_at });
    const logs = (await view()).logs.map(({ action }) => action);
    assert.deepEqual(logs, ['started', 'message_sent', 'completed']);
  });

  it('counts a person who does not exist as failed, and shows them as not found', async () => {
    const { claimOne, report, counters, view, recipients } = await scene({ recipients: ['anna', 'ben'] });
    assert.equal((await report(await claimOne(), 'not_found', { reason: 'not_found' })).status, 'not_found');
    assert.deepEqual(await counters(), [2, 0, 1, 0]);
    const log = (await view()).logs.at(-1);
    assert.deepEqual(
      [log?.action, log?.message],
      ['message_failed', 'There is no Instagram account with this username.'],
    );
    assert.deepEqual((await recipients())[0], ['anna', 'not_found']);
  });

  it('leads to as many retries as the settings allow if nothing was sent, and is logged only at the end', async () => {
    const { claim, claimOne, report, view, account, campaign } = await scene(
      { recipients: ['anna'] },
      { max_retries: 2 },
    );
    for (const _try of [1, 2]) {
      const delivery = await claimOne();
      assert.equal((await report(delivery, 'failed', { reason: 'chat_did_not_load' })).status, 'pending');
      assert.equal((await report(delivery, 'failed', { reason: 'chat_did_not_load' })).recorded, false);
      await makeDue(app, account);
      assert.equal(reasonOf(await claim()), 'retry_later');
      await makeRetryable(app, campaign);
    }
    const last = await report(await claimOne(), 'failed', {
      reason: 'chat_did_not_load',
      detail: 'No box to write in.',
    });
    assert.equal(last.status, 'failed');
    const seen = await view();
    assert.deepEqual([seen.status, seen.total_sent, seen.total_failed], ['failed', 0, 1]);
    assert.deepEqual(
      seen.logs.map((log) => log.action),
      ['started', 'message_failed', 'failed'],
    );
    assert.equal(seen.logs[1]?.message, "The conversation didn't load. No box to write in.");
  });

  it('is final immediately if the person caused the failure, and the log gives the reason', async () => {
    const { claimOne, report, view, recipients } = await scene({ recipients: ['anna', 'ben'] });
    const answer = await report(await claimOne(), 'failed', { reason: 'recipient_refuses_requests' });
    assert.deepEqual(answer, { recorded: true, status: 'failed' });
    assert.match((await view()).logs.at(-1)?.message ?? '', /doesn't accept message requests/);
    assert.deepEqual((await recipients())[0], ['anna', 'failed']);
  });

  for (const reason of ['not_sent', 'not_pressed'] as const) {
    it(`is final if nothing was sent after the go-ahead (${reason}), and the person can get another message`, async () => {
      const { commitOne, report, contacts, counters } = await scene({ recipients: ['anna', 'ben'] });
      assert.equal((await report(await commitOne(), 'failed', { reason })).status, 'failed');
      assert.deepEqual(await contacts(), []);
      assert.deepEqual(await counters(), [2, 0, 1, 0]);
    });
  }

  it('immediately frees the person for any account, without counting an attempt, if the computer caused the failure', async () => {
    const { claimOne, report, campaign, deliveryOf } = await scene({ accounts: 2, recipients: ['anna'] });
    const first = await claimOne();
    assert.equal((await report(first, 'released', { reason: 'profile_in_use' })).status, 'pending');
    const other = await claimOne(campaign.accounts[1]?.id);
    assert.equal(other.id, first.id);
    const { failures, releases } = await deliveryOf(first);
    assert.deepEqual([failures, releases], [0, 0]);
  });

  it('returns the person to the queue if the agent has stopped the account, and the account stays on hold', async () => {
    const { claim, claimOne, report, stop, campaign, view } = await scene({ accounts: 2, recipients: ['anna'] });
    const delivery = await claimOne();
    await stop('challenge', delivery.profile_id, 'It says: “Confirm it is you”.');
    assert.equal((await report(delivery, 'released', { reason: 'challenge' })).status, 'pending');
    assert.equal(reasonOf(await claim()), 'account_held');
    const seen = await view();
    assert.deepEqual([seen.status, seen.accounts[0]?.state], ['running', 'held']);
    assert.match(seen.accounts[0]?.text ?? '', /Confirm it is you/);
    assert.equal((await claimOne(campaign.accounts[1]?.id)).recipient, 'anna');
  });

  it('skips a person who has written to the account, and later campaigns skip them too', async () => {
    const { user, claimOne, report, counters, logOfPeople, recipients, another, view } = await scene({
      recipients: ['anna', 'ben'],
    });
    const answer = await report(await claimOne(), 'skipped', { reason: 'conversation' });
    assert.equal(answer.status, 'skipped');
    assert.deepEqual(await counters(), [1, 0, 0, 1]);
    assert.deepEqual(await logOfPeople(), ['anna skipped']);
    assert.deepEqual((await recipients())[0], ['anna', 'pending'], 'their status on the list is unchanged');
    const row = await app.db.selectFrom('conversations').select('person').where('user_id', '=', user.id).execute();
    assert.deepEqual(row, [{ person: 'anna' }]);
    const next = await another({ content: 'Another text' });
    assert.deepEqual((await view(next.id)).skipped, [{ reason: 'conversation', people: 1 }]);
    const asking = await another({ name: 'Ask', content: 'A third', skip_conversations: false });
    assert.deepEqual((await view(asking.id)).skipped, []);
  });

  it('changes nothing if it names an earlier claim', async () => {
    const { claimOne, report, fallSilent, account, campaign } = await scene({ recipients: ['anna'] });
    const first = await claimOne();
    await fallSilent(first);
    await makeDue(app, account);
    await makeRetryable(app, campaign);
    const second = await claimOne();
    assert.equal(second.id, first.id);
    assert.deepEqual(await report(first, 'failed', { reason: 'page_failed' }), { recorded: false, status: 'claimed' });
    assert.equal((await report(second, 'not_found')).recorded, true);
  });

  it('is accepted once after the lease has expired, as long as the person has not been claimed again', async () => {
    const { claimOne, report, fallSilent, deliveryOf } = await scene({ recipients: ['anna'] });
    const delivery = await claimOne();
    await fallSilent(delivery);
    assert.equal((await report(delivery, 'failed', { reason: 'page_failed' })).recorded, true);
    assert.equal((await report(delivery, 'failed', { reason: 'page_failed' })).recorded, false);
    assert.equal((await deliveryOf(delivery)).failures, 1);
  });

  it('changes nothing if the person was removed from the list', async () => {
    const { user, claimOne, refusalOf, report, counters, statusOf } = await scene();
    const delivery = await claimOne();
    const { recipient_id } = await app.db
      .selectFrom('deliveries')
      .select('recipient_id')
      .where('id', '=', delivery.id)
      .executeTakeFirstOrThrow();
    await server.call(user, 'DELETE /api/recipients/:id', { params: { id: recipient_id ?? 0 } });
    assert.equal(await statusOf(delivery), 'withdrawn');
    assert.equal(await refusalOf(delivery), 'not_pending');
    assert.equal((await report(delivery, 'released', { reason: 'no_longer_wanted' })).recorded, false);
    assert.deepEqual(await counters(), [2, 0, 0, 0]);
  });

  it('ends the campaign after the last person: as completed if anyone got the message, otherwise as failed', async () => {
    for (const [outcomes, status, reason] of [
      [['sent', 'not_found'], 'completed', null],
      [['not_found', 'not_found'], 'failed', 'nobody_was_sent'],
    ] as const) {
      const { claimOne, commit, report, view, account } = await scene({ recipients: ['anna', 'ben'] });
      for (const outcome of outcomes) {
        await makeDue(app, account);
        const delivery = await claimOne();
        if (outcome === 'sent') await commit(delivery);
        await report(delivery, outcome);
      }
      const seen = await view();
      assert.deepEqual([seen.status, seen.status_reason?.code ?? null], [status, reason]);
      assert.equal(seen.logs.at(-1)?.action, status);
      assert.deepEqual(
        seen.logs.map(({ seq }) => seq),
        [1, 2, 3, 4],
      );
    }
  });
});

describe('a lease', () => {
  it('can be renewed until the result has been reported', async () => {
    const { claimOne, renew, agent, report } = await scene();
    const delivery = await claimOne();
    const { lease_expires_at } = await renew(delivery);
    assert.ok(Date.parse(lease_expires_at) >= Date.parse(delivery.lease_expires_at));
    const refuse = (claim_id: string) =>
      server.refuse(agent, 'POST /api/agent/deliveries/:id/renew', { params: { id: delivery.id }, body: { claim_id } });
    assert.equal((await refuse(randomUUID())).code, 'lease_lost');
    await report(delivery, 'not_found');
    assert.equal((await refuse(delivery.claim_id)).code, 'lease_lost');
  });

  it('returns the person to the queue if it expires before the go-ahead, so that any account can claim them later', async () => {
    const { claimOne, fallSilent, campaign, deliveryOf } = await scene({ accounts: 2, recipients: ['anna'] });
    const delivery = await claimOne();
    await fallSilent(delivery);
    const { status, reason, retry_at } = await deliveryOf(delivery);
    assert.deepEqual([status, reason], ['pending', 'lease_lost']);
    assert.ok(Date.parse(retry_at ?? '') > Date.now());
    await makeRetryable(app, campaign);
    const again = await claimOne(campaign.accounts[1]?.id);
    assert.deepEqual([again.id, again.task], [delivery.id, 'send']);
    assert.notEqual(again.claim_id, delivery.claim_id);
  });

  it('marks a person as failed, with a reason, if it expires too often for that person', async () => {
    const { claimOne, fallSilent, campaign, view, logOfPeople } = await scene({ recipients: ['anna', 'ben'] });
    await app.db.updateTable('deliveries').set({ releases: 8 }).where('campaign_id', '=', campaign.id).execute();
    await fallSilent(await claimOne());
    assert.deepEqual(await logOfPeople(), ['anna message_failed']);
    assert.match((await view()).logs.at(-1)?.message ?? '', /interrupted too many times/);
  });

  it('ends when the agent signs off: the person is pending again or, after the go-ahead, a check is due', async () => {
    const { claimOne, commitOne, signOff, campaign, statusOf } = await scene({ accounts: 2 });
    const committed = await commitOne();
    const claimed = await claimOne(campaign.accounts[1]?.id);
    await signOff();
    assert.deepEqual([await statusOf(committed), await statusOf(claimed)], ['committed', 'pending']);
    const check = await claimOne();
    assert.deepEqual([check.id, check.task, check.claim_id], [committed.id, 'check', committed.claim_id]);
  });
});
