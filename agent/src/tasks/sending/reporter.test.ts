import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { FakeDelivery } from '../../testing/fake-server.state.ts';
import { isFinished, requestAccount, setAgentStage, until } from '../../testing/working-agent.ts';

const halfAnEmoji = '\ud83d';

describe('reports with words from a page', { timeout: 300_000 }, () => {
  const at = setAgentStage(1);
  let delivery: FakeDelivery;
  beforeEach(() => {
    delivery = at.server.addDelivery('alice', 'Hello');
  });

  test('words that are cut in the middle of an emoji arrive, and the account stops', async () => {
    const detail = `${'.'.repeat(999)}🙂`;
    at.agent.instagram.send = () =>
      Promise.resolve({ outcome: 'blocked', reason: 'rate_limited', detail: `\0${detail}` });
    at.start();
    await until(() => at.server.blocked.size > 0, 'stopped');
    assert.equal(delivery.reports[0]?.reason, 'rate_limited');
    assert.equal(delivery.reports[0].detail, `${'.'.repeat(999)}\ufffd`);
  });

  test('a report that the server refuses for its words goes out in others, with its stop', async () => {
    const claim = await at.agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    // As an agent of an older version left it in the journal.
    await at.agent.journal.conclude({
      delivery: delivery.id,
      fence: claim.delivery?.fence ?? 0,
      outcome: 'sent',
      reason: null,
      detail: null,
      is_retryable: false,
      sent_at: new Date().toISOString(),
      mark: null,
      stops: { reason: 'rate_limited', detail: halfAnEmoji },
      profile: 1,
    });
    at.start();
    await until(() => isFinished(at.server), 'reported');
    assert.deepEqual([delivery.status, [...at.server.blocked]], ['sent', [[1, 'not_described']]]);
    await until(() => at.agent.journal.unreported().length === 0, 'acknowledged');
  });

  test('what was asked for outside campaigns is answered in words that can be stored', async () => {
    at.agent.instagram.countUnread = () => Promise.resolve({ error: halfAnEmoji });
    at.agent.instagram.signIn = () => Promise.reject(new Error(`${halfAnEmoji}\0`));
    at.start();
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    const signIn = at.server.addRequest('sign_in', { accounts: [requestAccount(1)] });
    await until(() => unread.status === 'completed' && signIn.status === 'failed', 'answered');
    assert.equal(signIn.error, '\ufffd');
    assert.match(JSON.stringify(unread.results), /"error":"\ufffd"/u);
    const detail = `${'.'.repeat(999)}🙂`;
    at.agent.instagram.signIn = () => Promise.resolve({ state: 'needs_user', reason: halfAnEmoji, detail });
    const once = at.server.addRequest('sign_in', { accounts: [requestAccount(1)] });
    await until(() => once.status === 'completed', 'answered once more');
    assert.deepEqual(once.results, { state: 'needs_user', reason: '\ufffd', detail: `${'.'.repeat(999)}\ufffd` });
  });
});
