import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reasonText } from '@sandpiper/contract/reasons';
import type { Stop } from '../../sites/instagram/report.ts';
import { buildAgent } from '../../testing/fake-agent.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isFinished, noProfiles, requestAccount, useAgentHarness, until } from '../../testing/working-agent.ts';
import { createHandlers } from '../requests/request.handlers.ts';
import { runClaim } from './claim.ts';
import { stopAccount } from './reporter.ts';

const challenge: Stop = { reason: 'challenge', detail: '"Confirm it\'s you"' };
const stopCall = 'POST /api/agent/profiles/:id/stop';
const resultCall = 'POST /api/agent/deliveries/:id/result';

describe('a stop reason', { timeout: 300_000 }, () => {
  const at = useAgentHarness(1);
  const reports = () => at.server.calls.filter((call) => call === stopCall || call === resultCall);

  for (const outcome of ['sent', 'unknown', 'failed'] as const) {
    test(`stops the account before the outcome "${outcome}" is reported`, async () => {
      const { send } = at.agent.instagram;
      at.agent.instagram.send = async (page, job) => {
        const report = await send(page, job);
        if (outcome === 'failed') return { outcome, reason: 'not_pressed', detail: null, stop: challenge };
        const unknown = { outcome: 'unknown', reason: 'no_bubble', detail: null } as const;
        return { ...(outcome === 'sent' ? report : unknown), stop: challenge };
      };
      const delivery = at.server.addDelivery('alice', 'Hello');
      at.server.addDelivery('bob', 'Hello');
      at.start();
      await until(() => delivery.reports.length > 0, 'the result is reported');
      assert.equal(delivery.reports[0]?.outcome, outcome);
      assert.deepEqual([[...at.server.held], reports()], [[[1, 'challenge']], [stopCall, resultCall]]);
      const line = `Account 1 stopped. ${reasonText('challenge', challenge.detail)}`;
      assert.deepEqual([at.agent.lines.includes(line), at.agent.state.stopped.get(1)], [true, line]);
      assert.equal(at.agent.windows.find(1)?.isWaitingForUser, true);
      assert.equal(at.agent.instagram.sends.length, 1);
    });
  }

  test('is reported by the next run if the agent was killed before reporting it', async () => {
    const folder = await temporaryFolder();
    const earlier = await buildAgent(at.server, { dataDir: folder.path });
    earlier.timing = { ...earlier.timing, refusedReportMs: 0 };
    earlier.instagram.send = () => Promise.resolve({ outcome: 'released', ...challenge });
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.server.behavior.broken = stopCall;
    assert.equal((await runClaim(earlier, 1)).delivery?.recipient, 'alice');
    assert.deepEqual([delivery.reports, at.server.held.size], [[], 0]);
    at.server.behavior.broken = null;
    await at.agent.journal.close();
    await at.agent.cleanUp();
    at.agent = await buildAgent(at.server, { dataDir: folder.path });
    at.start();
    await until(() => delivery.reports.length > 0, 'the result is reported');
    assert.deepEqual([[...at.server.held], reports()], [[[1, 'challenge']], [stopCall, resultCall]]);
    await earlier.journal.close();
    await folder.remove();
  });

  test('keeps the account from working while the server refuses the report, even in the next run', async () => {
    const folder = await temporaryFolder();
    const earlier = await buildAgent(at.server, { dataDir: folder.path });
    earlier.timing = { ...earlier.timing, refusedReportMs: 0 };
    earlier.instagram.send = () => Promise.resolve({ outcome: 'released', ...challenge });
    const alice = at.server.addDelivery('alice', 'Hello');
    const bob = at.server.addDelivery('bob', 'Hello');
    at.server.behavior.broken = stopCall;
    await runClaim(earlier, 1);
    await earlier.journal.close();
    await at.agent.journal.close();
    await at.agent.cleanUp();
    at.agent = await buildAgent(at.server, { dataDir: folder.path });
    at.agent.timing = { ...at.agent.timing, refusedReportMs: 200 };
    at.start();
    await until(
      () => at.agent.state.refusedReports.size > 0 && at.server.syncs.length > 10,
      'the server refuses the report again',
    );
    assert.deepEqual([bob.state.claim, at.agent.instagram.sends], [null, []]);
    at.server.behavior.broken = null;
    await until(() => alice.reports.length > 0, 'the result is reported');
    assert.deepEqual([[...at.server.held], at.agent.instagram.sends], [[[1, 'challenge']], []]);
    await folder.remove();
  });

  for (const type of ['unread_check', 'sign_in'] as const) {
    test(`found by a request is kept for the next run if the server refuses the report (${type})`, async () => {
      const folder = await temporaryFolder();
      const earlier = await buildAgent(at.server, { dataDir: folder.path });
      earlier.timing = { ...earlier.timing, refusedReportMs: 0 };
      earlier.instagram.countUnread = () => Promise.resolve({ error: 'Not available', stop: challenge });
      earlier.instagram.signIn = () => Promise.resolve({ state: 'needs_user', ...challenge });
      at.server.behavior.broken = stopCall;
      const about = { profile_name: null, profile_path: null, is_default: false, page: null };
      const lease = { fence: 1, lease_expires_at: new Date().toISOString() };
      const request = { id: 1, request_type: type, accounts: [requestAccount(1)], ...about, ...lease };
      await createHandlers(earlier, noProfiles)[type](request, () => Promise.resolve(true));
      assert.equal(at.server.held.size, 0);
      await earlier.journal.close();
      await at.agent.journal.close();
      await at.agent.cleanUp();
      at.agent = await buildAgent(at.server, { dataDir: folder.path });
      at.agent.timing = { ...at.agent.timing, refusedReportMs: 200 };
      const delivery = at.server.addDelivery('alice', 'Hello');
      at.start();
      await until(
        () => at.agent.state.refusedReports.size > 0 && at.server.syncs.length > 10,
        'the server refuses the report again',
      );
      assert.deepEqual([delivery.state.claim, at.agent.instagram.sends], [null, []]);
      at.server.behavior.broken = null;
      await until(() => at.server.held.size > 0, 'the server puts the account on hold');
      assert.deepEqual([...at.server.held], [[1, 'challenge']]);
      await until(() => at.agent.journal.unreportedStops().size === 0, 'the server has acknowledged the stop reason');
      await folder.remove();
    });
  }

  test('that is found while another one is being reported is reported too', async () => {
    const about = { profile_id: 1, profile_name: 'Account 1' };
    const second: Stop = { reason: 'rate_limited', detail: null };
    const { api } = at.agent;
    const seen: (string | undefined)[] = [];
    let other: Promise<void> | null = null;
    at.agent.api = async (key, ...given) => {
      if (key === stopCall) seen.push(JSON.stringify(given));
      other ??= stopAccount(at.agent, about, second);
      await other;
      return api(key, ...given);
    };
    await stopAccount(at.agent, about, challenge);
    assert.deepEqual([seen.length, seen[1]?.includes('rate_limited')], [2, true]);
    assert.equal(at.agent.journal.unreportedStops().size, 0);
  });

  test('is reported only once, even if the report about the message fails', async () => {
    at.agent.instagram.send = () => Promise.resolve({ outcome: 'released', ...challenge });
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.server.behavior.broken = resultCall;
    at.start();
    await until(() => at.server.held.size > 0, 'the server puts the account on hold');
    at.server.behavior.broken = null;
    await until(() => delivery.reports.length > 0, 'the result is reported');
    assert.equal(reports().filter((call) => call === stopCall).length, 1);
  });

  test('also stops the account while unread messages are counted, even if the server refuses the report at first', async () => {
    at.server.behavior.isNothingDue = true;
    at.server.addDelivery('alice', 'Hello');
    at.server.behavior.broken = stopCall;
    at.agent.instagram.countUnread = () => Promise.resolve({ error: 'Not available', stop: challenge });
    at.start();
    const request = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => at.agent.state.refusedReports.size > 0, 'the server refuses the report');
    at.server.behavior.broken = null;
    await until(() => request.status === 'completed', 'the request is completed');
    assert.deepEqual([[...at.server.held], at.agent.state.refusedReports.size], [[[1, 'challenge']], 0]);
    assert.match(JSON.stringify(request.results), /Not available/u);
    assert.equal(at.agent.windows.find(1)?.isWaitingForUser, true, 'the user can respond in the window');
  });

  test('also stops the account during a sign-in for the user, unless only the sign-in form is shown', async () => {
    at.start();
    const ask = async () => {
      const request = at.server.addRequest('sign_in', { accounts: [requestAccount(1)] });
      await until(() => request.status === 'completed', 'the request is completed');
      return request.results;
    };
    const signedOut = { state: 'needs_user', reason: 'signed_out', detail: null } as const;
    at.agent.instagram.signIn = () => Promise.resolve(signedOut);
    assert.deepEqual(await ask(), { ...signedOut, detail: reasonText('signed_out') });
    assert.equal(at.server.held.size, 0);
    at.agent.instagram.signIn = () => Promise.resolve({ state: 'needs_user', ...challenge });
    await ask();
    assert.deepEqual([...at.server.held], [[1, 'challenge']]);
  });

  test('is not reported for a signed-out account with stored credentials, because the agent signs in and then counts the messages', async () => {
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    const { countUnread } = at.agent.instagram;
    let isSignedIn = false;
    at.agent.instagram.signIn = () => {
      isSignedIn = true;
      return Promise.resolve({ state: 'signed_in' });
    };
    at.agent.instagram.countUnread = (...given) =>
      isSignedIn
        ? countUnread(...given)
        : Promise.resolve({ error: 'Signed out', stop: { reason: 'signed_out', detail: null } });
    at.start();
    const request = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed', 'the request is completed');
    assert.match(JSON.stringify(request.results), /"unread_count":2/u);
    assert.equal(at.server.held.size, 0);
  });

  test('is not reported when the server itself has refused the message', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.server.behavior.refusal = 'same_instagram_account';
    at.start();
    await until(() => delivery.reports.length > 0, 'the claim is released');
    assert.deepEqual([delivery.reports[0]?.reason, at.server.held.size], ['account_held', 0]);
    at.server.behavior.refusal = null;
    await until(() => isFinished(at.server), 'the message is sent');
  });
});
