import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
  await server.call(agent, 'POST /api/agent/hello', { body: { protocol: 1, version: '1.0.0', platform: 'linux' } });
  const setStatus = (status: 'paused' | 'running') =>
    server.call(user, 'PUT /api/campaigns/:id/status', { params: { id: campaign.id }, body: { status } });
  const standing = async () => (await view()).accounts.map(({ state, reason, text }) => [state, reason, text]);
  return { ...given, setStatus, standing };
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

  for (const reason of ['paused', 'agent_stopping', 'no_longer_wanted', 'lease_lost']) {
    it(`is not that the agent said ${reason}, and stays what it was`, async () => {
      const { claimOne, report, standing } = await scene();
      await report(await claimOne(), 'released', { reason, detail: 'Not now.' });
      assert.deepEqual(await standing(), [ready]);
      await report(await claimOne(), 'released', inUse);
      await report(await claimOne(), 'released', { reason, detail: 'Not now.' });
      assert.deepEqual(await standing(), [waiting]);
    });
  }

  it('yields to what the account does: while it tries again it is sending', async () => {
    const { claimOne, report, standing } = await scene();
    await report(await claimOne(), 'released', inUse);
    await claimOne();
    assert.deepEqual(await standing(), [['sending', null, null]]);
  });
});
