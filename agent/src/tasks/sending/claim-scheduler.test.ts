import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useAgentHarness } from '../../testing/working-agent.ts';
import { createClaimScheduler } from './claim-scheduler.ts';

describe('the claim scheduler', { timeout: 120_000 }, () => {
  const at = useAgentHarness(1);

  test("waits until a time by the server's clock", async () => {
    at.server.behavior.isNothingDue = true;
    at.agent.state.clockOffsetMs = -30 * 60_000;
    const scheduler = createClaimScheduler(at.agent, () => undefined);
    scheduler.start(1, () => undefined);
    await scheduler.idle();
    assert.equal(Math.round(scheduler.waitMsOf(1) / 60_000), 31, 'a minute, and what this computer is ahead');
  });
});
