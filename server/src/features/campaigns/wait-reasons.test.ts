import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildComputer } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { settleStuckCampaigns } from './campaign-settle.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const waits = [
  'profile_in_use',
  'profile_not_here',
  'firefox_missing',
  'firefox_not_started',
  'network',
  'window_stuck',
  'notes_not_written',
  'sign_in_unreachable',
] as const;

const closeHours = ({ account }: { account: { id: number } }) => {
  const day = ((new Date().getUTCDay() + 8) % 7) + 1;
  const hours = JSON.stringify([{ day, from: '09:00', to: '17:00' }]);
  return app.db.updateTable('profiles').set({ hours }).where('id', '=', account.id).execute();
};

describe('a wait reason', () => {
  for (const reason of waits) {
    it(`leaves the campaign running, and its page shows the reason and what to do (${reason})`, async () => {
      const given = await scene();
      await given.releaseOne(reason);
      const { status, status_reason, accounts, rate_per_hour, expected_end_at } = await given.view();
      assert.deepEqual([status, status_reason?.code], ['running', reason]);
      assert.ok((status_reason?.action ?? '').length > 10);
      assert.deepEqual([accounts[0]?.state, accounts[0]?.reason], ['waiting', reason]);
      assert.deepEqual([rate_per_hour, expected_end_at], [null, null]);
      await given.sendOne();
      assert.equal((await given.view()).status_reason, null);
    });
  }

  it('halves the sending rate if it applies to one of two accounts, but is not shown for the campaign while the other can send', async () => {
    const given = await scene({ accounts: 2 });
    const rateOfBoth = (await given.view()).rate_per_hour ?? 0;
    await given.releaseOne('profile_in_use');
    const { status_reason, rate_per_hour } = await given.view();
    assert.equal(status_reason, null);
    assert.ok(Math.abs((rate_per_hour ?? 0) - rateOfBoth / 2) <= 0.1, `${rateOfBoth}, then ${rate_per_hour}`);
  });

  it('is replaced by a summary if each account has a different reason', async () => {
    const given = await scene({ accounts: 2 });
    await given.releaseOne('profile_in_use');
    const second = given.campaign.accounts[1]?.id;
    await given.releaseOne('network', second);
    assert.equal((await given.view()).status_reason?.text, 'No account can send right now.');
  });

  it('is replaced by a summary if the other account is on hold', async () => {
    const given = await scene({ accounts: 2 });
    await given.stop('rate_limited');
    const second = given.campaign.accounts[1]?.id;
    await given.releaseOne('network', second);
    const { status_reason } = await given.view();
    assert.deepEqual(
      [status_reason?.code, status_reason?.text],
      ['accounts_waiting', 'No account can send right now.'],
    );
  });

  it('is shown for the campaign if all of the campaign’s other accounts are switched off', async () => {
    const given = await scene({ accounts: 2 });
    const { user, account, campaign } = given;
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: account.id }, body: { is_active: false } });
    const second = campaign.accounts[1]?.id;
    await given.releaseOne('network', second);
    const { status_reason } = await given.view();
    assert.equal(status_reason?.code, 'network');
    assert.doesNotMatch(status_reason.text, /same for all accounts/);
  });

  for (const [what, values, reason] of [
    ['an account that is not assigned to a computer', { installation_id: null }, 'no_computer'],
    ['a computer that is offline', { installation_id: '11111111-1111-4111-8111-111111111111' }, 'computer_away'],
  ] as const) {
    it(`leaves the campaign running (${what})`, async () => {
      const given = await scene();
      await app.db.updateTable('profiles').set(values).where('id', '=', given.account.id).execute();
      await settleStuckCampaigns(app);
      const { status, accounts, status_reason } = await given.view();
      assert.deepEqual([status, status_reason?.code, accounts[0]?.reason], ['running', reason, reason]);
    });
  }

  it('is shown if the account’s computer is paused, even if another computer is online', async () => {
    const given = await scene();
    await buildComputer(app, given.user, { accounts: [] });
    assert.equal((await given.view()).status_reason, null);
    await app.db.updateTable('agent_tokens').set({ is_paused: true }).where('id', '=', given.agent.id).execute();
    const { status, status_reason, accounts, rate_per_hour } = await given.view();
    assert.deepEqual([status, status_reason?.code, rate_per_hour], ['running', 'computer_paused', null]);
    assert.deepEqual([accounts[0]?.state, accounts[0]?.reason], ['waiting', 'computer_paused']);
    assert.match(accounts[0]?.text ?? '', /paused\..*sandpiper-agent resume/);
  });

  it('is not shown outside the sending hours if it only says what interrupted the last attempt', async () => {
    const given = await scene();
    await given.releaseOne('agent_stopping');
    assert.equal((await given.view()).status_reason?.code, 'agent_stopping');
    await closeHours(given);
    const { status_reason, expected_end_at } = await given.view();
    assert.equal(status_reason?.code, 'outside_hours');
    assert.ok(status_reason.until);
    assert.ok(expected_end_at);
  });

  it('is not shown if it was only the reason for refusing a go-ahead and no longer applies', async () => {
    const given = await scene();
    const delivery = await given.claimOne();
    await given.setStatus('paused');
    const reason = await given.refusalOf(delivery);
    assert.equal(reason, 'campaign_not_running');
    await given.report(delivery, 'released', { reason });
    await given.setStatus('running');
    const { status, status_reason, accounts, rate_per_hour } = await given.view();
    assert.deepEqual([status, status_reason, accounts[0]?.reason], ['running', null, 'waiting_for_time']);
    assert.ok(rate_per_hour);
  });

  it('is shown outside the sending hours only until the account could have tried again, if it needs the user', async () => {
    const given = await scene();
    await given.releaseOne('profile_in_use');
    await closeHours(given);
    assert.equal((await given.view()).status_reason?.code, 'profile_in_use');
    await makeDue(app, given.account);
    assert.equal((await given.view()).status_reason?.code, 'outside_hours');
  });

  for (const [what, isOver, reason] of [
    ['is not shown for a campaign that is started later', true, null],
    ['is shown for a campaign that is started while the account is still pausing', false, 'page_drift'],
  ] as const) {
    it(what, async () => {
      const given = await scene();
      await given.releaseOne('page_drift');
      await given.setStatus('paused');
      if (isOver) await makeDue(app, given.account);
      const { params, user } = given;
      const preflight = await server.call(user, 'POST /api/campaigns/:id/preflight', { params, body: {} });
      assert.equal(preflight.accounts[0]?.code, reason ?? 'ready');
      await given.setStatus('running');
      assert.equal((await given.view()).status_reason?.code ?? null, reason);
    });
  }

  it('is no longer shown while the account tries again', async () => {
    const given = await scene();
    await given.releaseOne('profile_in_use');
    await makeDue(app, given.account);
    await given.claimOne();
    const [account] = (await given.view()).accounts;
    assert.deepEqual([account?.state, account?.reason], ['sending', null]);
  });
});
