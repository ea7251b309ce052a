import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { StartFailed } from '../../browser/firefox.process.ts';
import { PageError } from '../../browser/page.ts';
import { ProfileElsewhere } from '../../browser/profile.access.ts';
import { UserError } from '../../platform/errors.ts';
import { openLogFile } from '../../platform/log-file.ts';
import { buildAgent, type FakeAgent } from '../../testing/fake-agent.ts';
import type { FakeDelivery, FakeServer } from '../../testing/fake-server.state.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { addAccounts, endAgent, isFinished, startAgent, until } from '../../testing/working-agent.ts';

const signedOut = { state: 'needs_user', reason: 'signed_out', detail: 'Signed out' } as const;

describe('what keeps an account from working', { timeout: 300_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let delivery: FakeDelivery;
  let running: Promise<void> | null = null;

  const start = (): void => {
    running = startAgent(agent, server);
  };
  const reasons = () => delivery.reports.map((each) => [each.outcome, each.reason]);

  beforeEach(async () => {
    server = await startFakeServer();
    addAccounts(server, 1);
    delivery = server.addDelivery('alice', 'Hello');
    agent = await buildAgent(server);
    agent.timing = { ...agent.timing, cooldownMs: 50 };
  });
  afterEach(async () => {
    await endAgent(agent, server, running);
    running = null;
  });

  test('a Firefox that is slow once puts the person back, and the account goes on', async () => {
    agent.windows.refuse = new StartFailed('Firefox did not start in time.');
    start();
    await until(() => delivery.reports.length > 0, 'put back');
    agent.windows.refuse = null;
    await until(() => isFinished(server), 'sent');
    assert.ok(reasons().length <= 3 && server.blocked.size === 0, JSON.stringify(reasons()));
    assert.deepEqual(reasons()[0], ['released', 'firefox_not_started']);
    assert.ok(agent.lines.includes('Account 1 waits. Firefox did not start in time.'), agent.lines.join('\n'));
    assert.equal(agent.state.failedStarts.size, 0);
  });

  test('a Firefox that never starts stops the account after a few tries', async () => {
    agent.windows.refuse = new StartFailed('Firefox did not start in time.');
    start();
    await until(() => server.blocked.size > 0, 'stopped');
    assert.deepEqual(reasons(), [
      ['released', 'firefox_not_started'],
      ['released', 'firefox_not_started'],
      ['blocked', 'browser_failed'],
    ]);
  });

  test('what the user has to put right stops the account at once', async () => {
    agent.windows.refuse = new UserError('There is no screen.');
    start();
    await until(() => server.blocked.size > 0, 'stopped');
    assert.deepEqual(reasons(), [['blocked', 'browser_failed']]);
  });

  test('a profile that is on another computer is left to that one', async () => {
    agent.windows.refuse = new ProfileElsewhere('The browser profile is not on this computer.');
    start();
    await until(() => delivery.reports.length > 0, 'put back');
    assert.deepEqual(reasons(), [['released', 'profile_not_here']]);
  });

  test('a server that is away when the stored sign-in is asked for costs the person no try', async () => {
    const { send } = agent.instagram;
    let isSignedIn = false;
    agent.instagram.signIn = () => Promise.resolve(isSignedIn ? { state: 'signed_in' } : signedOut);
    agent.instagram.send = (page, job) =>
      isSignedIn ? send(page, job) : Promise.resolve({ ...signedOut, outcome: 'blocked' });
    Object.assign(server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    server.behaviour.broken = 'POST /api/agent/profiles/:id/credentials';
    start();
    await until(() => delivery.reports.length > 0, 'put back');
    server.behaviour.broken = null;
    isSignedIn = true;
    await until(() => isFinished(server), 'sent');
    assert.deepEqual(
      [reasons()[0], reasons().at(-1)],
      [
        ['released', 'server_unreachable'],
        ['sent', null],
      ],
    );
  });

  test('a window closed while the agent looks whether it sent costs the person no try either', async () => {
    const { verify } = agent.instagram;
    delivery.status = 'unknown';
    delivery.profileId = 1;
    agent.instagram.verify = () => Promise.reject(new PageError('closed', 'gone'));
    start();
    await until(() => delivery.reports.length > 0, 'put back');
    agent.instagram.verify = verify;
    await until(() => isFinished(server), 'found');
    assert.deepEqual(
      [reasons()[0], reasons().at(-1)],
      [
        ['released', 'window_closed'],
        ['sent', null],
      ],
    );
    assert.equal(agent.instagram.sends.length, 0);
  });

  for (const outcome of ['sent', 'unknown'] as const) {
    test(`an objection of the platform's stops the account although the message is ${outcome}`, async () => {
      const { send } = agent.instagram;
      const stops = { reason: 'rate_limited', detail: 'Slow down' };
      agent.instagram.send = async (page, job) => {
        const report = await send(page, job);
        return outcome === 'sent' ? { ...report, stops } : { outcome, reason: 'no_bubble', detail: 'Not seen', stops };
      };
      server.addDelivery('bob', 'Hello');
      start();
      await until(() => server.blocked.size > 0 && agent.lines.includes('Account 1 stopped: Slow down'), 'stopped');
      assert.deepEqual(
        [delivery.status, server.blocked.get(1), agent.state.stopped.get(1)],
        [outcome, 'rate_limited', 'Account 1: Slow down'],
      );
      assert.equal(agent.windows.find(1)?.isWaitingForUser, true);
      assert.equal(agent.instagram.sends.length, 1);
    });
  }

  test('a window whose page broke off is not used again', async () => {
    const { send } = agent.instagram;
    let isBroken = true;
    agent.instagram.send = (page, job) => {
      if (!isBroken) return send(page, job);
      isBroken = false;
      return Promise.reject(new PageError('script', 'Timed out'));
    };
    const closed: number[] = [];
    const { close } = agent.windows;
    agent.windows.close = (id) => {
      closed.push(id);
      return close(id);
    };
    start();
    await until(() => isFinished(server), 'sent');
    assert.deepEqual([reasons()[0], closed], [['failed', 'broken_off'], [1]]);
  });

  test('an error of the agent itself is in the log with where it came from', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'agent.log');
    agent.log = openLogFile(file);
    agent.instagram.send = () => Promise.reject(new TypeError('a slip'));
    start();
    await until(() => delivery.reports.length > 0, 'reported');
    agent.stop();
    await running;
    assert.match(await readFile(file, 'utf8'), /TypeError: a slip\\n +at .*hindrances\.test/u);
    await folder.remove();
  });
});
