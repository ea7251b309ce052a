import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { useAgentHarness } from '../../testing/working-agent.ts';
import { createClaimScheduler } from './claim-scheduler.ts';
import { createWorkLoop } from './work.loop.ts';

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

  for (const [reason, hasTime] of [
    ['outside_hours', false],
    ['waiting_for_time', true],
  ] as const)
    test(`${hasTime ? 'expects' : 'does not expect'} a message at the time that a refusal contains: ${reason}`, async () => {
      const loop = createWorkLoop(at.agent, () => undefined);
      const due_at = new Date(Date.now() + 60_000).toISOString();
      const work = { profile_id: 1, profile_name: 'Account 1', profile_path: '/p/1', campaign_id: 1, due_at };
      const minutes = (): number => Math.round(((at.agent.state.nextDueAt ?? 0) - Date.now()) / 60_000);
      await loop.start([work]);
      assert.equal(minutes(), 1);
      const refusal = Response.json({ delivery: null, reason, text: '', not_before: due_at });
      Object.defineProperty(refusal, 'url', { value: at.server.url });
      mock.method(globalThis, 'fetch', () => Promise.resolve(refusal), { times: 1 });
      await loop.start([{ ...work, due_at: null }]);
      await loop.idle();
      await loop.start([{ ...work, due_at: null }]);
      if (hasTime) assert.equal(minutes(), 1);
      else assert.equal(at.agent.state.nextDueAt, null);
    });
});
