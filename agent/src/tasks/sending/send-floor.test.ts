import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useAgentHarness } from '../../testing/working-agent.ts';
import { runClaim } from './claim.ts';

describe('the limits that the agent enforces itself', { timeout: 60_000 }, () => {
  const at = useAgentHarness(1);
  /** Tries to send the person a message. Returns the reason in the report or, if there is none, the outcome. */
  const endOf = async (person: string) => {
    const known = at.server.deliveries.find(({ recipient }) => recipient === person);
    const delivery = known ?? at.server.addDelivery(person, 'Hello');
    const before = delivery.reports.length;
    await runClaim(at.agent, 1);
    const report = delivery.reports[before];
    assert.ok(report, `no report about ${person}`);
    return report.reason ?? report.outcome;
  };
  const haveSent = (agesMs: readonly number[], profile = 1): void => {
    const times = agesMs.map((age) => Date.now() - age);
    at.agent.journal = { ...at.agent.journal, sendTimesOf: (asked) => (asked === profile ? times : []) };
    at.agent.timing = { ...at.agent.timing, shortestPauseMs: 20_000 };
  };
  const everyMinute = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * 60_000);

  test('an account does not send two messages within 20 seconds', async () => {
    at.agent.timing = { ...at.agent.timing, shortestPauseMs: 20_000 };
    assert.equal(await endOf('alice'), 'sent');
    assert.equal(await endOf('bob'), 'too_soon');
  });

  test('the shortest time between two messages is a hundredth as long in sandbox mode', async () => {
    haveSent([250]);
    at.agent.state.isSandbox = true;
    assert.equal(await endOf('alice'), 'sent');
  });

  test('messages from other accounts are not counted', async () => {
    haveSent([5000, ...everyMinute(200)], 2);
    assert.equal(await endOf('alice'), 'sent');
  });

  test('no account sends more than 200 messages in 24 hours', async () => {
    haveSent(everyMinute(200));
    assert.equal(await endOf('alice'), 'too_many_today');
  });

  test('messages are counted even if the clock has been set back in the meantime', async () => {
    haveSent([-2 * 60 * 60_000]);
    assert.equal(await endOf('alice'), 'too_soon');
    haveSent(everyMinute(200).map((age) => age - 60 * 60_000));
    assert.notEqual(await endOf('alice'), 'sent');
  });

  test('after the clock has been set back, an account waits only for the shortest time between messages, not until the clock has caught up', async () => {
    haveSent([-2 * 60 * 60_000]);
    assert.equal(await endOf('alice'), 'too_soon');
    at.agent.timing = { ...at.agent.timing, shortestPauseMs: 0 };
    assert.equal(await endOf('alice'), 'sent');
  });

  test('a clock that was wrong by years does not block sending', async () => {
    haveSent([-1000 * 24 * 60 * 60_000]);
    assert.equal(await endOf('alice'), 'sent');
  });

  test('messages from before the last 24 hours are not counted', async () => {
    haveSent([...everyMinute(199), 25 * 60 * 60_000]);
    assert.equal(await endOf('alice'), 'sent');
  });
});
