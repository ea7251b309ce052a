import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hindranceReasons, profileNotHere } from '@sandpiper/contract/agent';
import { buildAgent } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scenes = scenesOn(server);

const inUse = { reason: 'profile_in_use', detail: 'Firefox is open with this profile. Close it.' };

/** With an agent that is there, so that a rate is promised. */
async function scene(options: Parameters<typeof scenes>[0] = {}) {
  const given = await scenes(options);
  const { user, agent, campaign, view } = given;
  const appear = (which: typeof agent) =>
    server.call(which, 'POST /api/agent/hello', { body: { protocol: 1, version: '1.0.0', platform: 'linux' } });
  await appear(agent);
  /** Another computer of the same user. */
  const addAgent = async () => appear(await buildAgent(app, user));
  const setStatus = (status: 'paused' | 'running') =>
    server.call(user, 'PUT /api/campaigns/:id/status', { params: { id: campaign.id }, body: { status } });
  const standing = async () => (await view()).accounts.map(({ state, reason, text }) => [state, reason, text]);
  return { ...given, addAgent, setStatus, standing };
}

const waiting = ['waiting', 'hindered', inUse.detail];
const ready = ['idle', null, null];

describe('what keeps an account from sending', () => {
  it('is shown in the words of its agent, and the account is left out of rate and expected end', async () => {
    const { claimOne, report, standing, view } = await scene({ accounts: 2 });
    const rateOfBoth = (await view()).rate_per_hour ?? 0;
    await report(await claimOne(), 'released', inUse);
    assert.deepEqual(await standing(), [waiting, ready]);
    assert.equal((await view()).rate_per_hour, rateOfBoth / 2);
  });

  it('leaves no rate and no end where it is every account', async () => {
    const { claimOne, report, view } = await scene();
    await report(await claimOne(), 'released', inUse);
    const { rate_per_hour, expected_end_at } = await view();
    assert.deepEqual([rate_per_hour, expected_end_at], [null, null]);
  });

  for (const reason of hindranceReasons) {
    it(`is ${reason}`, async () => {
      const { claimOne, report, standing, addAgent } = await scene();
      await addAgent();
      await report(await claimOne(), 'released', { ...inUse, reason });
      assert.deepEqual(await standing(), [waiting]);
    });
  }

  it('is not that one computer has no such profile while another one sends with it', async () => {
    const { claimOne, report, standing, account, addAgent } = await scene();
    await addAgent();
    await report(await claimOne(), 'sent');
    await makeDue(app, account);
    const notHere = { reason: profileNotHere, detail: 'The profile is not on this computer.' };
    await report(await claimOne(), 'released', notHere);
    assert.deepEqual(await standing(), [ready]);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await app.db
      .updateTable('campaign_logs')
      .set({ created_at: longAgo })
      .where('profile_id', '=', account.id)
      .execute();
    await report(await claimOne(), 'released', notHere);
    assert.deepEqual(await standing(), [['waiting', 'hindered', notHere.detail]]);
  });

  it('is the latest', async () => {
    const { claimOne, report, standing } = await scene();
    await report(await claimOne(), 'released', inUse);
    const detail = 'Instagram cannot be reached from this computer.';
    await report(await claimOne(), 'released', { reason: 'network', detail });
    assert.deepEqual(await standing(), [['waiting', 'hindered', detail]]);
  });

  for (const outcome of ['sent', 'unknown', 'failed', 'not_found'] as const) {
    it(`is over once the account reports ${outcome}`, async () => {
      const { claimOne, report, standing, account } = await scene();
      await report(await claimOne(), 'released', inUse);
      await report(await claimOne(), outcome);
      await makeDue(app, account);
      assert.deepEqual(await standing(), [ready]);
    });
  }

  it('is forgotten when the campaign is resumed', async () => {
    const { claimOne, report, standing, setStatus } = await scene();
    await report(await claimOne(), 'released', inUse);
    await setStatus('paused');
    await setStatus('running');
    assert.deepEqual(await standing(), [ready]);
  });

  const passing = [
    'agent_stopping',
    'no_longer_wanted',
    'lease_lost',
    'server_unreachable',
    'window_closed',
    'window_busy',
    'not_described',
  ];
  for (const reason of passing) {
    it(`is not that the agent said ${reason}, and stays what it was`, async () => {
      const { claimOne, report, standing } = await scene();
      await report(await claimOne(), 'released', { reason, detail: 'Not now.' });
      assert.deepEqual(await standing(), [ready]);
      await report(await claimOne(), 'released', inUse);
      await report(await claimOne(), 'released', { reason, detail: 'Not now.' });
      assert.deepEqual(await standing(), [waiting]);
    });
  }

  it('stays what it was where the agent says no words to it', async () => {
    const { claimOne, report, standing } = await scene();
    await report(await claimOne(), 'released', inUse);
    await report(await claimOne(), 'released', { reason: 'network' });
    assert.deepEqual(await standing(), [waiting]);
  });

  it('yields to what the account does: while it tries again it is sending', async () => {
    const { claimOne, report, standing } = await scene();
    await report(await claimOne(), 'released', inUse);
    await claimOne();
    assert.deepEqual(await standing(), [['sending', null, null]]);
  });
});
