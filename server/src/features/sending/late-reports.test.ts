import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { buildComputer } from '../../testing/builders.ts';
import { buildCampaign, ageOutcomes } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Builds a campaign that was stopped after its agent got the go-ahead, so that the outcome is unknown. */
async function ended(options: Parameters<typeof scene>[0] = {}) {
  const given = await scene({ recipients: ['anna'], ...options });
  const delivery = await given.commitOne();
  const stop = () => server.call(given.user, 'POST /api/campaigns/:id/stop', { params: given.params });
  const stopped = await stop();
  return { ...given, delivery, stopped };
}

describe('a report after the campaign has ended', () => {
  it('corrects an unknown outcome that was counted as failed', async () => {
    const { delivery, report, counters, recipients, contacts, view } = await ended();
    assert.deepEqual(await counters(), [1, 0, 1, 0]);
    assert.deepEqual(await recipients(), [['anna', 'failed']]);
    assert.deepEqual(await contacts(), ['anna unknown Spring']);
    assert.deepEqual(await report(delivery, 'sent'), { recorded: true, status: 'sent' });
    assert.equal((await report(delivery, 'sent')).recorded, false);
    assert.equal((await report(delivery, 'failed')).recorded, false);
    assert.deepEqual(await counters(), [1, 1, 0, 0]);
    assert.deepEqual(await recipients(), [['anna', 'sent']]);
    assert.deepEqual(await contacts(), ['anna sent Spring']);
    assert.equal((await view()).total_unknown, 0);
  });

  it('replaces the log entry about the unknown outcome', async () => {
    const { delivery, report, view } = await ended();
    const about = async () => (await view()).logs.filter((log) => log.recipient === 'anna');
    const [before] = await about();
    assert.equal(before?.action, 'message_unknown');
    assert.match(before?.message ?? '', /ended before the agent could check/);
    await report(delivery, 'sent');
    const [sent, ...more] = await about();
    assert.deepEqual(more, []);
    assert.deepEqual([sent?.id, sent?.seq], [before.id, before.seq]);
    assert.deepEqual([sent?.action, sent?.message], ['message_sent', null]);
    const seqs = (await view()).logs.map(({ seq }) => seq);
    assert.deepEqual(
      seqs.toSorted((a, b) => a - b),
      [1, 2, 3],
      'nobody is listed twice',
    );
  });

  it('comes after the campaign’s end in the export, which is sorted by time', async () => {
    const { delivery, report, user, campaign } = await ended();
    await report(delivery, 'sent');
    const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${campaign.id}/logs/export` });
    const book = await readXlsx(new Uint8Array(reply.raw));
    const rows = (book.sheets[0]?.rows ?? []).slice(1);
    assert.deepEqual(
      rows.map((row) => row[2]),
      ['started', 'completed', 'sent'],
    );
    const times = rows.map((row) => String(row[1]));
    assert.deepEqual(times, times.toSorted());
  });

  it('corrects the account’s and the day’s counts', async () => {
    const { delivery, report, user, params } = await ended();
    const figures = async () => {
      const one = await server.call(user, 'GET /api/campaigns/:id/profile-performance', { params });
      const { stats, daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
      const today = daily.at(-1);
      return {
        account: one.profilePerformance.map((row) => [row.messages_sent, row.messages_failed]),
        all: [stats.sent, stats.failed],
        today: [today?.sent, today?.failed],
      };
    };
    assert.deepEqual(await figures(), { account: [[0, 1]], all: [0, 1], today: [0, 1] });
    await report(delivery, 'sent');
    assert.deepEqual(await figures(), { account: [[1, 0]], all: [1, 0], today: [1, 0] });
  });

  it('is also accepted if it says that the message was not sent, but not if the outcome is uncertain', async () => {
    const { delivery, report, counters, contacts, statusOf } = await ended();
    for (const outcome of ['unknown', 'released', 'skipped'] as const) {
      assert.equal((await report(delivery, outcome)).recorded, false, outcome);
    }
    assert.equal((await report(delivery, 'failed', { reason: 'not_sent' })).recorded, true);
    assert.equal(await statusOf(delivery), 'failed');
    assert.deepEqual(await counters(), [1, 0, 1, 0]);
    assert.deepEqual(await contacts(), []);
  });

  it('does not change the status "completed" of a campaign that its owner stopped', async () => {
    const { delivery, report, view, stopped } = await ended();
    assert.deepEqual(
      [stopped.campaign.status, stopped.campaign.status_reason?.code],
      ['completed', 'unknown_outcomes'],
    );
    await report(delivery, 'failed', { reason: 'not_sent' });
    assert.equal((await view()).status, 'completed');
  });

  it('may still arrive for a person with an unknown outcome, so the log counts only the others as not messaged', async () => {
    const { stopped } = await ended({ recipients: ['anna', 'ben'] });
    assert.deepEqual(
      stopped.campaign.logs.map(({ action, message }) => [action, message?.slice(0, 53) ?? null]),
      [
        ['started', '2 people to message.'],
        ['message_unknown', 'The campaign ended before the agent could check the c'],
        ['completed', 'You stopped this campaign. 1 person was not messaged.'],
      ],
    );
  });

  it('does not change another person’s log entry', async () => {
    const { user, params, commitOne, claimOne, report, view, campaign } = await scene({
      accounts: 2,
      recipients: ['anna', 'ben'],
    });
    const delivery = await commitOne();
    await report(await claimOne(campaign.accounts[1]?.id), 'not_found');
    await server.call(user, 'POST /api/campaigns/:id/stop', { params });
    await report(delivery, 'sent');
    const people = (await view()).logs.filter((log) => log.recipient !== null);
    assert.deepEqual(
      people.map((log) => [log.recipient, log.action]),
      [
        ['ben', 'message_failed'],
        ['anna', 'message_sent'],
      ],
    );
  });

  it('does not change the status "sent" that a later campaign has set on the list', async () => {
    const { user, delivery, report, recipients } = await ended();
    await app.db.updateTable('recipients').set({ status: 'sent' }).where('user_id', '=', user.id).execute();
    await report(delivery, 'failed', { reason: 'not_sent' });
    assert.deepEqual(await recipients(), [['anna', 'sent']]);
  });

  it('is refused once the campaign has been deleted, but the person still counts as possibly contacted', async () => {
    const { user, params, agent, campaign, delivery, contacts } = await ended();
    await ageOutcomes(app, campaign);
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    const refusal = await server.refuse(agent, 'POST /api/agent/deliveries/:id/result', {
      params: { id: delivery.id },
      body: { claim_id: delivery.claim_id, outcome: 'sent' },
    });
    assert.equal(refusal.status, 404);
    assert.deepEqual(await contacts(), ['anna unknown Spring']);
  });

  it('completes a failed campaign if the message was sent after all', async () => {
    const { commitOne, report, view } = await scene({ recipients: ['anna'] });
    const delivery = await commitOne();
    assert.equal((await report(delivery, 'unknown', { reason: 'no_note' })).status, 'unknown');
    assert.equal((await view()).status, 'failed');
    await report(delivery, 'sent');
    const seen = await view();
    assert.deepEqual([seen.status, seen.status_reason], ['completed', null]);
  });
});

describe('a late report that a message may have been sent, while another campaign is messaging the person', () => {
  it('leaves the outcome unknown, and the other campaign sends no second message', async () => {
    const given = await scene({ recipients: ['anna'] });
    const delivery = await given.claimOne();
    await given.fallSilent(delivery);
    const other = await buildCampaign(app, given.user, { status: 'running', recipients: ['anna'] });
    const agent = await buildComputer(app, given.user, { accounts: other.accounts });
    const body = { profile_id: other.accounts[0]?.id ?? 0 };
    const claimed = await server.call(agent, 'POST /api/agent/deliveries/claim', { body });
    assert.equal(claimed.delivery?.recipient, 'anna');
    const reported = await given.report(delivery, 'unknown', { reason: 'agent_stopped' });
    assert.deepEqual(reported, { recorded: true, status: 'unknown' });
    assert.deepEqual(await given.contacts(), ['anna unknown Spring']);
    const { id, claim_id } = claimed.delivery;
    const answer = await server.call(agent, 'POST /api/agent/deliveries/:id/commit', {
      params: { id },
      body: { claim_id },
    });
    assert.equal(answer.may_send ? null : answer.reason, 'same_message');
  });
});
