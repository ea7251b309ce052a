import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { statusText } from '../../commands/status.text.ts';
import type { FakeDelivery } from '../../testing/fake-server.state.ts';
import { isFinished, requestAccount, useAgentHarness, until } from '../../testing/working-agent.ts';
import { ApiError } from '../../platform/api-client.ts';
import { sleep } from '../../platform/clock.ts';
import { reportUnacknowledged } from './reporter.ts';
import { runClaim } from './claim.ts';

const halfAnEmoji = '\ud83d';
const resultCall = 'POST /api/agent/deliveries/:id/result';

describe('reports', { timeout: 300_000 }, () => {
  const at = useAgentHarness(1);
  let delivery: FakeDelivery;
  beforeEach(() => {
    delivery = at.server.addDelivery('alice', 'Hello');
  });

  test('a detail that is cut in the middle of an emoji is still reported, and the account stops', async () => {
    const detail = `${'.'.repeat(999)}🙂`;
    at.agent.instagram.send = () =>
      Promise.resolve({ outcome: 'released', reason: 'rate_limited', detail: `\0${detail}` });
    at.start();
    await until(() => delivery.reports.length > 0, 'the result is reported');
    assert.deepEqual([...at.server.held], [[1, 'rate_limited']]);
    assert.equal(delivery.reports[0]?.detail, `${'.'.repeat(999)}\ufffd`);
  });

  test('a report that the server keeps refusing makes the account wait for a while, and the user can see why', async () => {
    at.agent.timing = { ...at.agent.timing, refusedReportMs: 200 };
    at.server.behavior.broken = resultCall;
    const bob = at.server.addDelivery('bob', 'Hello');
    at.start();
    await until(() => at.agent.state.refusedReports.size > 0, 'the server refuses the report');
    assert.equal(bob.state.claim, null, 'the account waits in the meantime');
    assert.match(at.agent.lines.join('\n'), /Account 1 → alice: the server rejected the report .* then continues/u);
    assert.match(statusText(at.agent), /^Problem: {2}Account 1 → alice: the server rejected the report/mu);
    await until(() => bob.state.claim !== null, 'the account claims the next message');
    assert.equal(
      at.agent.lines.filter((line) => line.includes('alice: the server')).length,
      1,
      'the agent says so only once',
    );
    at.server.behavior.broken = null;
    await until(() => isFinished(at.server), 'both messages are reported');
    await until(() => at.agent.journal.unreported().length === 0, 'the server has acknowledged every report');
    assert.equal(at.agent.state.refusedReports.size, 0);
    assert.equal(at.agent.instagram.sends.length, 2);
  });

  test('a result that the server has not accepted yet is reported when the server asks for a check of the same message', async () => {
    at.agent.timing = { ...at.agent.timing, refusedReportMs: 0 };
    at.server.behavior.broken = resultCall;
    at.agent.instagram.send = async (_page, job) => {
      assert.equal((await job.beforeSend({ tail: [], account: null })).maySend, true);
      return { outcome: 'failed', reason: 'recipient_refuses_requests', detail: null };
    };
    const turn = await runClaim(at.agent, 1);
    assert.equal(turn.delivery !== null && turn.isReported, false);
    at.server.behavior.broken = null;
    delivery.waitsUntil = 0;
    const check = await runClaim(at.agent, 1);
    assert.equal(check.delivery?.task, 'check');
    assert.deepEqual(delivery.reports, [{ outcome: 'failed', reason: 'recipient_refuses_requests', detail: null }]);
    assert.deepEqual([at.agent.journal.unreported(), at.agent.instagram.checks], [[], []]);
  });

  test('a result that the server keeps refusing stays the same when the server asks for a check, and is reported later', async () => {
    at.agent.timing = { ...at.agent.timing, refusedReportMs: 0 };
    at.server.behavior.broken = resultCall;
    at.agent.instagram.send = async (_page, job) => {
      assert.equal((await job.beforeSend({ tail: [], account: null })).maySend, true);
      return { outcome: 'failed', reason: 'not_pressed', detail: null };
    };
    await runClaim(at.agent, 1);
    delivery.waitsUntil = 0;
    const check = await runClaim(at.agent, 1);
    assert.deepEqual([check.delivery?.task, check.delivery !== null && check.isReported], ['check', false]);
    at.server.behavior.broken = null;
    await reportUnacknowledged(at.agent);
    assert.deepEqual(delivery.reports, [{ outcome: 'failed', reason: 'not_pressed', detail: null }]);
    assert.deepEqual([at.agent.journal.unreported(), at.agent.instagram.checks], [[], []]);
  });

  test('an agent that is stopping does not begin to send another report once its time is up', async () => {
    const { api } = at.agent;
    let calls = 0;
    at.agent.api = async (key, ...given) => {
      if (key !== resultCall) return api(key, ...given);
      calls += 1;
      await sleep(200);
      throw new ApiError('network', 0, {});
    };
    const nothing = { sent_at: null, detail: null, message_id: null, stop: null };
    for (const claim_id of ['one', 'two', 'three']) {
      const claim = { mark: claim_id, claim_id, delivery: 1, profile: 1 };
      await at.agent.journal.recordResult({ ...claim, ...nothing, outcome: 'failed', reason: 'not_sent' });
    }
    await reportUnacknowledged(at.agent, { signal: AbortSignal.timeout(100) });
    assert.deepEqual([calls, at.agent.journal.unreported().length], [1, 3]);
  });

  test('a report about a person who is no longer on the server is not retried', async () => {
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      at.server.deliveries.length = 0;
      return report;
    };
    const turn = await runClaim(at.agent, 1);
    assert.deepEqual([turn.delivery !== null && turn.isReported, at.agent.journal.unreported()], [true, []]);
  });

  test('a report that is being sent is not sent a second time', async () => {
    at.server.behavior.broken = resultCall;
    const turn = runClaim(at.agent, 1);
    await until(() => at.agent.state.refusedReports.size > 0, 'the server refuses the report');
    at.server.behavior.broken = null;
    const before = at.server.calls.length;
    await reportUnacknowledged(at.agent);
    assert.equal(at.server.calls.slice(before).filter((call) => call === resultCall).length <= 1, true);
    await turn;
    assert.equal(at.server.calls.filter((call) => call === resultCall).length, 1);
  });

  test('long results of requests are truncated, and characters that the database cannot store are replaced or removed', async () => {
    at.agent.instagram.countUnread = () => Promise.resolve({ error: halfAnEmoji });
    at.agent.instagram.signIn = () => Promise.reject(new Error(`${halfAnEmoji}\0`));
    // Without accounts, no campaign keeps account 1's window busy. The unread check needs that window.
    at.server.accounts.length = 0;
    at.start();
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    const signIn = at.server.addRequest('sign_in', { accounts: [requestAccount(2)] });
    await until(() => unread.status === 'completed' && signIn.status === 'failed', 'both requests end');
    assert.equal(signIn.error, '\ufffd');
    assert.match(JSON.stringify(unread.results), /"error":"\ufffd"/u);
    const detail = `${'.'.repeat(999)}🙂`;
    at.agent.instagram.signIn = () => Promise.resolve({ state: 'needs_user', reason: 'challenge', detail });
    const once = at.server.addRequest('sign_in', { accounts: [requestAccount(1)] });
    await until(() => once.status === 'completed', 'the request is completed');
    assert.match(JSON.stringify(once.results), /"reason":"challenge","detail":"[^"]{1000}"/u);
  });
});
