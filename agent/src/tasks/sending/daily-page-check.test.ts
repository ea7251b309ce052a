import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { reasonText } from '@sandpiper/contract/reasons';
import { PageError } from '../../browser/page.ts';
import type { Instagram } from '../../sites/instagram/instagram.ts';
import { signedPack, trustKey } from '../../testing/page-packs.ts';
import { requestAccount, until, useAgentHarness } from '../../testing/working-agent.ts';
import { runClaim } from './claim.ts';

type PageCheck = Awaited<ReturnType<Instagram['checkPages']>>;

const missing = 'The inbox shows no list of conversations.';
const drifted: PageCheck = { state: 'drifted', missing, diagnostics: 'Sandpiper diagnostic report' };

describe('the page check before the first message of the day', { timeout: 120_000 }, () => {
  const at = useAgentHarness(2);
  let answer: PageCheck;
  let checked: number[];
  let events: string[];

  beforeEach(() => {
    answer = { state: 'as_expected' };
    checked = [];
    events = [];
    const { send } = at.agent.instagram;
    at.agent.instagram.checkPages = () => {
      checked.push(at.agent.windows.list().at(-1)?.profileId ?? 0);
      events.push('check');
      return Promise.resolve(answer);
    };
    at.agent.instagram.send = (page, job) => {
      events.push('send');
      return send(page, job);
    };
  });

  test('runs once per account, before anything is sent', async () => {
    for (const name of ['alice', 'bob', 'cleo', 'dan']) at.server.addDelivery(name, 'Hello');
    for (const account of [1, 1, 2, 2]) await runClaim(at.agent, account);
    assert.deepEqual(events, ['check', 'send', 'send', 'check', 'send', 'send']);
    assert.deepEqual(checked, [1, 2]);
  });

  test('runs again the next day, according to the computer’s clock', async (t) => {
    const clock = t.mock.timers;
    clock.enable({ apis: ['Date'], now: new Date(2026, 10, 23, 23, 58) });
    for (const name of ['alice', 'bob', 'cleo']) at.server.addDelivery(name, 'Hello');
    await runClaim(at.agent, 1);
    clock.setTime(new Date(2026, 10, 23, 23, 59).getTime());
    await runClaim(at.agent, 1);
    assert.deepEqual(events, ['check', 'send', 'send']);
    clock.setTime(new Date(2026, 10, 24, 0, 1).getTime());
    await runClaim(at.agent, 1);
    assert.deepEqual(events.slice(3), ['check', 'send']);
  });

  test('runs again when another page pack is in use, and when one comes into use during the check', async () => {
    const use = async (version: string): Promise<void> => {
      await trustKey(at.agent.dataDir, at.server);
      const signed = signedPack(version);
      await at.agent.pagePacks.update(signed, () => Promise.resolve(signed));
      assert.equal(at.agent.pagePacks.inUse().version, version);
    };
    for (const name of ['alice', 'bob', 'cleo', 'dan']) at.server.addDelivery(name, 'Hello');
    await runClaim(at.agent, 1);
    await use('2030-01-01');
    await runClaim(at.agent, 1);
    assert.deepEqual(events, ['check', 'send', 'check', 'send']);
    await at.agent.pagePacks.goBack();
    const { checkPages } = at.agent.instagram;
    at.agent.instagram.checkPages = async (...args) => {
      if (events.length === 4) await use('2030-01-02');
      return checkPages(...args);
    };
    await runClaim(at.agent, 1);
    assert.deepEqual(events.slice(4), ['check', 'check', 'send']);
    await runClaim(at.agent, 1);
    assert.deepEqual(events.slice(7), ['send']);
  });

  test('releases the claim, reports what was not found, and sends nothing if something is missing', async () => {
    answer = drifted;
    const delivery = at.server.addDelivery('alice', 'Hello');
    await runClaim(at.agent, 1);
    assert.deepEqual(delivery.reports, [{ outcome: 'released', reason: 'page_drift', detail: missing }]);
    assert.deepEqual([delivery.state.status, delivery.state.failures, delivery.state.releases], ['pending', 0, 0]);
    assert.deepEqual([events, at.server.held.size], [['check'], 0]);
    assert.ok(at.agent.lines.includes(`Account 1 is waiting. ${reasonText('page_drift', missing)}`));
    answer = { state: 'as_expected' };
    await runClaim(at.agent, 1);
    assert.deepEqual([delivery.state.status, events.slice(1)], ['sent', ['check', 'send']]);
  });

  test('does not run for a claim that only checks whether an earlier message was sent', async () => {
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      throw new PageError('script', 'gone');
    };
    const delivery = at.server.addDelivery('alice', 'Hello');
    await runClaim(at.agent, 1);
    at.agent.state.passedChecks.clear();
    delivery.waitsUntil = 0;
    await runClaim(at.agent, 1);
    assert.deepEqual([at.agent.instagram.checks.length, events], [1, ['check', 'send']]);
  });

  for (const report of [
    { outcome: 'released', reason: 'network', detail: 'NS_ERROR_OFFLINE' },
    { outcome: 'released', reason: 'challenge', detail: null, stop: { reason: 'challenge', detail: null } },
  ] as const) {
    test(`reports why it ended, and sends nothing: ${report.reason}`, async () => {
      answer = { state: 'ended', report };
      const delivery = at.server.addDelivery('alice', 'Hello');
      await runClaim(at.agent, 1);
      assert.deepEqual([delivery.reports[0]?.reason, events], [report.reason, ['check']]);
      assert.equal(at.server.held.get(1), report.reason === 'challenge' ? 'challenge' : undefined);
    });
  }

  test('signs in an account that it finds signed out, and runs again', async () => {
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    const stop = { reason: 'signed_out', detail: null } as const;
    answer = { state: 'ended', report: { outcome: 'released', ...stop, stop } };
    at.agent.instagram.signIn = () => {
      events.push('sign in');
      answer = { state: 'as_expected' };
      return Promise.resolve({ state: 'signed_in' });
    };
    at.server.addDelivery('alice', 'Hello');
    await runClaim(at.agent, 1);
    assert.deepEqual([events, at.server.held.size], [['check', 'sign in', 'check', 'send'], 0]);
  });

  test('does not prevent an attempt if it cannot finish, and runs again before the next message', async () => {
    answer = { state: 'undecided' };
    for (const name of ['alice', 'bob']) at.server.addDelivery(name, 'Hello');
    await runClaim(at.agent, 1);
    await runClaim(at.agent, 1);
    assert.deepEqual(events, ['check', 'send', 'check', 'send']);
  });

  test('keeps its newest report on the computer, so that the owner can request it', async () => {
    const ask = async () => {
      const request = at.server.addRequest('diagnostic_report', { accounts: [requestAccount(1)] });
      await until(() => request.status === 'completed' || request.status === 'failed', 'the request ends');
      return request;
    };
    at.server.addDelivery('alice', 'Hello');
    at.server.behavior.isNothingDue = true;
    at.start();
    assert.match((await ask()).error ?? '', /has no diagnostic report for Account 1\./u);
    for (const diagnostics of ['The first report', 'The second report', null]) {
      answer = { state: 'drifted', missing, diagnostics };
      await runClaim(at.agent, 1);
    }
    assert.deepEqual((await ask()).results, { report: 'The second report' });
  });
});
