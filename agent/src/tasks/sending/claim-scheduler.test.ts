import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useAgentHarness } from '../../testing/working-agent.ts';
import { createClaimScheduler } from './claim-scheduler.ts';

describe('the claim scheduler', { timeout: 120_000 }, () => {
  const at = useAgentHarness(1);

  test("waits until the time that the server gave, according to the server's clock", async () => {
    at.server.behavior.isNothingDue = true;
    at.agent.state.clockOffsetMs = -30 * 60_000;
    at.agent.timing = { ...at.agent.timing, askAgainMs: Number.POSITIVE_INFINITY };
    const scheduler = createClaimScheduler(at.agent, () => undefined);
    scheduler.start(1, () => undefined);
    await scheduler.idle();
    assert.equal(
      Math.round(scheduler.waitMsOf(1) / 60_000),
      31,
      'the wait is one minute plus the difference between the clocks',
    );
  });

  test('asks again after a while, in case the server does not announce that the wait is over', async () => {
    at.server.behavior.isNothingDue = true;
    at.agent.timing = { ...at.agent.timing, askAgainMs: 20_000 };
    const scheduler = createClaimScheduler(at.agent, () => undefined);
    scheduler.start(1, () => undefined);
    await scheduler.idle();
    assert.ok(scheduler.waitMsOf(1) > 10_000 && scheduler.waitMsOf(1) <= 20_000);
  });

  test('no longer waits once the server announces work', async () => {
    at.server.behavior.isNothingDue = true;
    const scheduler = createClaimScheduler(at.agent, () => undefined);
    scheduler.start(1, () => undefined);
    await scheduler.idle();
    assert.ok(scheduler.waitMsOf(1) > 10_000);
    scheduler.askAgain();
    assert.ok(scheduler.waitMsOf(1) <= 100);
  });

  test('ignores an answer from before the server announced work', async () => {
    at.server.behavior.isNothingDue = true;
    const scheduler = createClaimScheduler(at.agent, () => undefined);
    scheduler.start(1, () => undefined);
    scheduler.askAgain();
    await scheduler.idle();
    assert.ok(scheduler.waitMsOf(1) <= 100);
  });
});
