import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { buildAgent, type FakeAgent } from '../../testing/fake-agent.ts';
import type { FakeServer } from '../../testing/fake-server.state.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { addAccounts, endAgent, isFinished, requestAccount, startAgent, until } from '../../testing/working-agent.ts';

const challenge = { reason: 'challenge', detail: 'Answer it' };

describe('what the platform objects to while nothing is sent', { timeout: 300_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let running: Promise<void> | null = null;

  const start = (): void => {
    running = startAgent(agent, server);
  };
  /** Asks, while the account has somebody to message and is not due yet. */
  const ask = async (type: 'unread_check' | 'sign_in'): Promise<void> => {
    server.behaviour.isNothingDue = true;
    server.addDelivery('alice', 'Hello');
    start();
    const request = server.addRequest(type, { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed', 'answered');
    server.behaviour.isNothingDue = false;
  };

  beforeEach(async () => {
    server = await startFakeServer();
    addAccounts(server, 1);
    agent = await buildAgent(server);
  });
  afterEach(async () => {
    await endAgent(agent, server, running);
    running = null;
  });

  test('in counting unread messages stops the account before its next message, and is said once', async () => {
    agent.instagram.countUnread = () => Promise.resolve({ error: challenge.detail, stops: challenge });
    await ask('unread_check');
    await until(() => server.blocked.size > 0, 'stopped');
    assert.deepEqual([[...server.blocked], agent.instagram.sends], [[[1, 'challenge']], []]);
    assert.ok(agent.lines.includes('Account 1 stopped: Answer it'), agent.lines.join('\n'));
    server.blocked.clear();
    await until(() => isFinished(server), 'sent once the campaign is resumed');
  });

  test('in signing in does so too', async () => {
    agent.instagram.signIn = () => Promise.resolve({ state: 'needs_user', ...challenge });
    await ask('sign_in');
    await until(() => server.blocked.size > 0, 'stopped');
    assert.deepEqual([[...server.blocked], agent.instagram.sends], [[[1, 'challenge']], []]);
  });

  test('is no matter once the account is signed in', async () => {
    agent.state.objections.set(1, challenge);
    await ask('sign_in');
    await until(() => isFinished(server), 'sent');
    assert.equal(server.blocked.size, 0);
  });

  test('does not stop a campaign that its owner starts later', async () => {
    agent.instagram.countUnread = () => Promise.resolve({ error: challenge.detail, stops: challenge });
    start();
    const request = server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed' && agent.state.objections.size === 0, 'counted and forgotten');
    server.addDelivery('alice', 'Hello');
    await until(() => isFinished(server), 'sent');
    assert.equal(server.blocked.size, 0);
  });

  test('is not held against an account whose owner has only to sign in', async () => {
    const signedOut = { reason: 'signed_out', detail: 'Signed out' };
    agent.instagram.countUnread = () => Promise.resolve({ error: signedOut.detail, stops: signedOut });
    await ask('unread_check');
    await until(() => isFinished(server), 'the next turn signs in by itself');
    assert.equal(server.blocked.size, 0);
  });
});
