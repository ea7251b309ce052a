import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFinished, requestAccount, setAgentStage, until } from '../../testing/working-agent.ts';
import { resultOf } from './reporter.ts';

const challenge = { reason: 'challenge', detail: 'Answer it' };

describe('what the platform objects to while nothing is sent', { timeout: 300_000 }, () => {
  const at = setAgentStage(1);
  /** Asks, while the account has somebody to message and is not due yet. */
  const ask = async (type: 'unread_check' | 'sign_in'): Promise<void> => {
    at.server.behaviour.isNothingDue = true;
    at.server.addDelivery('alice', 'Hello');
    at.start();
    const request = at.server.addRequest(type, { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed', 'answered');
    at.server.behaviour.isNothingDue = false;
  };

  test('in counting unread messages stops the account before its next message, and is said once', async () => {
    at.agent.instagram.countUnread = () => Promise.resolve({ error: challenge.detail, stops: challenge });
    await ask('unread_check');
    await until(() => at.server.blocked.size > 0, 'stopped');
    assert.deepEqual([[...at.server.blocked], at.agent.instagram.sends], [[[1, 'challenge']], []]);
    assert.ok(at.agent.lines.includes('Account 1 stopped: Answer it'), at.agent.lines.join('\n'));
    at.server.blocked.clear();
    await until(() => isFinished(at.server), 'sent once the campaign is resumed');
  });

  test('by the time the person is another account’s, it stops the account all the same', async () => {
    const taken = at.server.addDelivery('alice', 'Hello');
    at.server.addDelivery('bob', 'Hello');
    const tried: string[] = [];
    at.agent.instagram.send = (_page, { recipient }) => {
      tried.push(recipient);
      // The server was away for longer than the claim lasted, and somebody else was faster when it came back.
      Object.assign(taken, { fence: taken.fence + 1, status: 'sent' });
      return Promise.resolve({ outcome: 'blocked', ...challenge });
    };
    at.start();
    await until(() => at.server.blocked.size > 0, 'stopped');
    assert.deepEqual([[...at.server.blocked], tried], [[[1, 'challenge']], ['alice']]);
  });

  test('is not forgotten where only the next run can tell the server, and the person is another account’s by then', async () => {
    const taken = at.server.addDelivery('alice', 'Hello');
    at.server.addDelivery('bob', 'Hello');
    const claim = await at.agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    assert.ok(claim.delivery !== null);
    await at.agent.journal.conclude(resultOf(claim.delivery, { outcome: 'blocked', ...challenge }));
    Object.assign(taken, { fence: taken.fence + 1, status: 'sent' });
    at.start();
    await until(() => at.server.blocked.size > 0, 'stopped');
    assert.deepEqual([[...at.server.blocked], at.agent.instagram.sends], [[[1, 'challenge']], []]);
  });

  test('is told once, also where the answer to it was lost', async () => {
    at.server.addDelivery('alice', 'Hello');
    const claim = await at.agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    assert.ok(claim.delivery !== null);
    const result = resultOf(claim.delivery, { outcome: 'blocked', ...challenge });
    await at.agent.journal.conclude(result);
    const { delivery: id, mark: _mark, profile: _profile, ...body } = result;
    await at.agent.api('POST /api/agent/deliveries/:id/result', { params: { id }, body });
    assert.equal(at.server.blocked.size, 1);
    // Its owner has looked, and goes on.
    at.server.blocked.clear();
    at.start();
    await until(() => isFinished(at.server) && at.agent.journal.unreported().length === 0, 'sent, and known to be');
    assert.equal(at.server.blocked.size, 0);
  });

  test('in signing in does so too', async () => {
    at.agent.instagram.signIn = () => Promise.resolve({ state: 'needs_user', ...challenge });
    await ask('sign_in');
    await until(() => at.server.blocked.size > 0, 'stopped');
    assert.deepEqual([[...at.server.blocked], at.agent.instagram.sends], [[[1, 'challenge']], []]);
  });

  test('is no matter once the account is signed in', async () => {
    at.agent.state.objections.set(1, challenge);
    await ask('sign_in');
    await until(() => isFinished(at.server), 'sent');
    assert.equal(at.server.blocked.size, 0);
  });

  test('does not stop a campaign that its owner starts later', async () => {
    at.agent.instagram.countUnread = () => Promise.resolve({ error: challenge.detail, stops: challenge });
    at.start();
    const request = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed' && at.agent.state.objections.size === 0, 'counted and forgotten');
    at.server.addDelivery('alice', 'Hello');
    await until(() => isFinished(at.server), 'sent');
    assert.equal(at.server.blocked.size, 0);
  });

  test('is not held against an account whose owner has only to sign in', async () => {
    const signedOut = { reason: 'signed_out', detail: 'Signed out' };
    at.agent.instagram.countUnread = () => Promise.resolve({ error: signedOut.detail, stops: signedOut });
    await ask('unread_check');
    await until(() => isFinished(at.server), 'the next turn signs in by itself');
    assert.equal(at.server.blocked.size, 0);
  });
});
