import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expireLease, makeDue, makeRetryable } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { expireStaleLeases } from './settle.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

describe('an outcome that is not known', () => {
  it('is offered to the same account alone, to look first', async () => {
    const { claim, claimOne, report, campaign, account } = await scene({ accounts: 2, recipients: ['anna'] });
    const delivery = await claimOne();
    await report(delivery, 'unknown');
    assert.equal(reasonOf(await claim(campaign.accounts[1]?.id)), 'nothing_left');
    assert.equal(reasonOf(await claim()), 'waiting_for_time');
    await makeDue(app, account);
    const again = await claimOne();
    assert.equal(again.verify_first, true);
    assert.equal(again.recipient, 'anna');
  });

  it('that turns out as sent counts once and completes the campaign', async () => {
    const { claimOne, report, view, account } = await scene({ recipients: ['anna'] });
    await report(await claimOne(), 'unknown');
    await makeDue(app, account);
    await report(await claimOne(), 'sent');
    const seen = await view();
    assert.deepEqual([seen.status, seen.total_sent, seen.total_failed], ['completed', 1, 0]);
    assert.deepEqual(
      seen.logs.map((log) => log.action),
      ['started', 'message_sent', 'completed'],
    );
  });

  it('follows from a lease that ran out after the yes to sending, and the late report of that claim is still taken', async () => {
    const { claim, claimOne, renew, report, view, account } = await scene({ recipients: ['anna'] });
    const delivery = await claimOne();
    assert.equal((await renew(delivery)).may_send, true);
    await expireLease(app, delivery.id);
    assert.equal(reasonOf(await claim()), 'waiting_for_time');
    await makeDue(app, account);
    const again = await claimOne();
    assert.deepEqual([again.id, again.verify_first], [delivery.id, true]);
    await expireLease(app, again.id);
    await makeDue(app, account);
    assert.equal((await claimOne()).verify_first, true, 'whoever only looks asks for no yes');
    assert.equal((await report({ ...delivery, fence: 3 }, 'sent')).recorded, true);
    assert.equal((await view()).total_sent, 1);
  });

  it('does not follow where the agent never had that yes: nothing can have left', async () => {
    const { claimOne, renew, report, campaign } = await scene({ accounts: 2, recipients: ['anna'] });
    const delivery = await claimOne();
    await renew(delivery, false);
    await expireLease(app, delivery.id);
    await expireStaleLeases(app);
    assert.equal((await renew(delivery, false)).may_send, true, 'it was only late');
    await expireLease(app, delivery.id);
    const other = await claimOne(campaign.accounts[1]?.id);
    assert.deepEqual([other.id, other.verify_first], [delivery.id, false]);
    assert.equal((await report(delivery, 'sent')).recorded, false);
    assert.equal((await report(other, 'sent')).recorded, true);
  });

  it('does not follow from a refusal to send either', async () => {
    const { user, campaign, claimOne, renew, account } = await scene({ recipients: ['anna'] });
    const setStatus = (status: 'paused' | 'running') =>
      server.call(user, 'PUT /api/campaigns/:id/status', { params: { id: campaign.id }, body: { status } });
    const delivery = await claimOne();
    await setStatus('paused');
    assert.equal((await renew(delivery)).may_send, false);
    await expireLease(app, delivery.id);
    await setStatus('running');
    await makeDue(app, account);
    assert.equal((await claimOne()).verify_first, false);
  });

  it('is no failed look where the claim that ran out was to send, though no other try was left', async () => {
    const { claimOne, renew, report, account } = await scene({ recipients: ['anna'] }, { max_retries: 1 });
    const first = await claimOne();
    await report(first, 'failed', { is_retryable: true });
    await makeRetryable(app, { id: first.campaign_id });
    await makeDue(app, account);
    const last = await claimOne();
    await renew(last);
    await expireLease(app, last.id);
    await expireStaleLeases(app);
    assert.deepEqual(await report(last, 'unknown'), { recorded: true, is_repeated: false, status: 'unknown' });
    await makeRetryable(app, { id: last.campaign_id });
    await makeDue(app, account);
    const look = await claimOne();
    assert.equal(look.verify_first, true);
    assert.deepEqual(await report(look, 'unknown'), { recorded: true, is_repeated: false, status: 'failed' });
  });

  it('is none after all where the agent, heard of late, had not pressed Enter', async () => {
    const { user, campaign, claimOne, renew, report } = await scene({ accounts: 2, recipients: ['anna'] });
    const setStatus = (status: 'paused' | 'running') =>
      server.call(user, 'PUT /api/campaigns/:id/status', { params: { id: campaign.id }, body: { status } });
    const delivery = await claimOne();
    await renew(delivery);
    await setStatus('paused');
    await expireLease(app, delivery.id);
    await expireStaleLeases(app);
    assert.deepEqual(await report(delivery, 'released'), { recorded: true, is_repeated: false, status: 'pending' });
    await setStatus('running');
    assert.equal((await claimOne(campaign.accounts[1]?.id)).verify_first, false);
  });

  it('said by a claim is not taken back by the same claim as untouched', async () => {
    const { claimOne, report } = await scene({ recipients: ['anna'] });
    const delivery = await claimOne();
    await report(delivery, 'unknown');
    assert.deepEqual(await report(delivery, 'released'), { recorded: true, is_repeated: false, status: 'unknown' });
  });

  it('stays unknown when the claim that was to look runs out without a word', async () => {
    const { claimOne, report, account } = await scene({ recipients: ['anna'] });
    await report(await claimOne(), 'unknown');
    await makeDue(app, account);
    const look = await claimOne();
    await expireLease(app, look.id);
    await expireStaleLeases(app);
    assert.equal((await report(look, 'released')).status, 'unknown');
  });

  it('stays unknown when the claim that was to look is given back', async () => {
    const { claimOne, report, account } = await scene();
    await report(await claimOne(), 'unknown');
    await makeDue(app, account);
    assert.equal((await report(await claimOne(), 'released')).status, 'unknown');
    assert.equal((await claimOne()).verify_first, true);
  });

  it('ends as a failure when its account can look no more, and nobody else is left', async () => {
    const { claimOne, report, view, account, campaign } = await scene({ accounts: 2, recipients: ['anna', 'ben'] });
    await report(await claimOne(), 'unknown');
    await makeDue(app, account);
    await report(await claimOne(), 'blocked');
    await report(await claimOne(campaign.accounts[1]?.id), 'sent');
    const seen = await view();
    assert.deepEqual([seen.status, seen.total_sent, seen.total_failed], ['completed', 1, 1]);
    assert.match(seen.logs.find((log) => log.action === 'message_failed')?.message ?? '', /not known/);
  });

  it('ends as a failure with the campaign, so that no later one writes to this person as if nothing had been', async () => {
    const stops = { reason: 'rate_limited', detail: 'Instagram slows this account down.' };
    const { claimOne, report, view, recipients } = await scene({ recipients: ['anna', 'ben'] });
    await report(await claimOne(), 'unknown', { stops });
    const seen = await view();
    assert.deepEqual([seen.status, seen.total_sent, seen.total_failed], ['failed', 0, 1]);
    assert.deepEqual(
      seen.logs.map((log) => [log.action, log.recipient]),
      [
        ['started', null],
        ['profile_blocked', null],
        ['message_failed', 'anna'],
        ['failed', null],
      ],
    );
    assert.deepEqual(await recipients(), [
      ['anna', 'failed'],
      ['ben', 'pending'],
    ]);
  });

  it('is told as well where the campaign was stopped while an agent had the person, and mended by a late report', async () => {
    const { user, campaign, claimOne, renew, report, view, recipients } = await scene({ recipients: ['anna'] });
    const delivery = await claimOne();
    await renew(delivery);
    await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id: campaign.id } });
    assert.deepEqual(await recipients(), [['anna', 'pending']]);
    await expireLease(app, delivery.id);
    await expireStaleLeases(app);
    assert.deepEqual(await recipients(), [['anna', 'failed']]);
    assert.match((await view()).logs.at(-1)?.message ?? '', /not known whether this message was sent/);
    assert.equal((await report(delivery, 'failed')).recorded, false);
    assert.deepEqual(await report(delivery, 'sent'), { recorded: true, is_repeated: false, status: 'sent' });
    assert.equal((await report(delivery, 'sent')).recorded, false);
    const seen = await view();
    assert.deepEqual([seen.status, seen.total_sent, seen.total_failed], ['completed', 1, 0]);
    assert.deepEqual(await recipients(), [['anna', 'sent']]);
  });
});
