import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { buildAgent, type FakeAgent } from '../../testing/fake-agent.ts';
import type { FakeDelivery, FakeServer } from '../../testing/fake-server.state.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { addAccounts, endAgent, isFinished, requestAccount, startAgent, until } from '../../testing/working-agent.ts';

const halfAnEmoji = '\ud83d';

describe('reports with words from a page', { timeout: 300_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let delivery: FakeDelivery;
  let running: Promise<void> | null = null;

  const start = (): void => {
    running = startAgent(agent, server);
  };
  beforeEach(async () => {
    server = await startFakeServer();
    addAccounts(server, 1);
    delivery = server.addDelivery('alice', 'Hello');
    agent = await buildAgent(server);
  });
  afterEach(async () => {
    await endAgent(agent, server, running);
    running = null;
  });

  test('words that are cut in the middle of an emoji arrive, and the account stops', async () => {
    const detail = `${'.'.repeat(999)}🙂`;
    agent.instagram.send = () => Promise.resolve({ outcome: 'blocked', reason: 'rate_limited', detail: `\0${detail}` });
    start();
    await until(() => server.blocked.size > 0, 'stopped');
    assert.equal(delivery.reports[0]?.reason, 'rate_limited');
    assert.equal(delivery.reports[0].detail, `${'.'.repeat(999)}\ufffd`);
  });

  test('a report that the server refuses for its words goes out in others, with its stop', async () => {
    const claim = await agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    // As an agent of an older version left it in the journal.
    await agent.journal.conclude({
      delivery: delivery.id,
      fence: claim.delivery?.fence ?? 0,
      outcome: 'sent',
      reason: null,
      detail: null,
      is_retryable: false,
      sent_at: new Date().toISOString(),
      mark: null,
      stops: { reason: 'rate_limited', detail: halfAnEmoji },
    });
    start();
    await until(() => isFinished(server), 'reported');
    assert.deepEqual([delivery.status, [...server.blocked]], ['sent', [[1, 'not_described']]]);
    await until(() => agent.journal.unreported().length === 0, 'acknowledged');
  });

  test('what was asked for outside campaigns is answered in words that can be stored', async () => {
    agent.instagram.countUnread = () => Promise.resolve({ error: halfAnEmoji });
    agent.instagram.signIn = () => Promise.reject(new Error(`${halfAnEmoji}\0`));
    start();
    const unread = server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    const signIn = server.addRequest('sign_in', { accounts: [requestAccount(1)] });
    await until(() => unread.status === 'completed' && signIn.status === 'failed', 'answered');
    assert.equal(signIn.error, '\ufffd');
    assert.match(JSON.stringify(unread.results), /"error":"\ufffd"/u);
  });
});
