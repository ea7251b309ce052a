import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { StartFailed } from '../../browser/firefox.process.ts';
import { PageError } from '../../browser/page.ts';
import { ProfileElsewhere } from '../../browser/profile.access.ts';
import { UserError } from '../../platform/errors.ts';
import { JournalError } from '../../platform/journal.ts';
import { openLogFile } from '../../platform/log-file.ts';
import type { FakeDelivery } from '../../testing/fake-server.state.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isFinished, setAgentStage, until } from '../../testing/working-agent.ts';

const signedOut = { state: 'needs_user', reason: 'signed_out', detail: 'Signed out' } as const;

const fullDisk = new JournalError(new Error('ENOSPC: no space left on device, write'));

describe('what keeps an account from working', { timeout: 300_000 }, () => {
  const at = setAgentStage(1);
  let delivery: FakeDelivery;
  const reasons = () => delivery.reports.map((each) => [each.outcome, each.reason]);

  beforeEach(() => {
    delivery = at.server.addDelivery('alice', 'Hello');
    at.agent.timing = { ...at.agent.timing, cooldownMs: 50 };
  });

  test('a Firefox that is slow once puts the person back, and the account goes on', async () => {
    const { open } = at.agent.windows;
    at.agent.windows.open = () => {
      at.agent.windows.open = open;
      return Promise.reject(new StartFailed('Firefox did not start in time.'));
    };
    at.start();
    await until(() => isFinished(at.server), 'sent');
    assert.deepEqual(reasons(), [
      ['released', 'firefox_not_started'],
      ['sent', null],
    ]);
    assert.equal(at.server.blocked.size, 0);
    assert.ok(at.agent.lines.includes('Account 1 waits. Firefox did not start in time.'), at.agent.lines.join('\n'));
    assert.equal(at.agent.state.failedStarts.size, 0);
  });

  test('a Firefox that never starts stops the account after a few tries', async () => {
    at.agent.windows.refuse = new StartFailed('Firefox did not start in time.');
    at.start();
    await until(() => at.server.blocked.size > 0, 'stopped');
    assert.deepEqual(reasons(), [
      ['released', 'firefox_not_started'],
      ['released', 'firefox_not_started'],
      ['blocked', 'browser_failed'],
    ]);
  });

  test('what the user has to put right stops the account at once', async () => {
    at.agent.windows.refuse = new UserError('There is no screen.');
    at.start();
    await until(() => at.server.blocked.size > 0, 'stopped');
    assert.deepEqual(reasons(), [['blocked', 'browser_failed']]);
  });

  for (const note of ['take', 'intend'] as const) {
    test(`a disk that takes no notes keeps everything from being sent, said once, until there is room: ${note}`, async () => {
      const { journal } = at.agent;
      const write = journal[note];
      Object.assign(journal, { [note]: () => Promise.reject(fullDisk) });
      at.start();
      await until(() => delivery.reports.length > 2, 'put back again and again');
      assert.ok(
        reasons().every((each) => each.join(' ') === 'released notes_not_written'),
        JSON.stringify(reasons()),
      );
      const said = at.agent.lines.filter((line) => line.includes('no space left'));
      assert.match(said.join('\n'), /^Account 1 waits\. The agent cannot write its notes .*Make some room\.$/u);
      Object.assign(journal, { [note]: write });
      await until(() => isFinished(at.server), 'sent');
      assert.equal(at.agent.instagram.sends.length, note === 'take' ? 1 : delivery.reports.length);
    });
  }

  test('a sign-in page that does not answer is waited for, and the account is said to wait', async () => {
    const account = at.server.accounts[0] ?? assert.fail();
    account.credentials = { username: 'me', password: 'one' };
    const detail = "Instagram's page did not open (the page answered 503).";
    at.agent.instagram.signIn = () => Promise.resolve({ state: 'unreachable', reason: 'page_failed', detail });
    at.agent.instagram.send = () => Promise.resolve({ ...signedOut, outcome: 'blocked' });
    at.start();
    await until(() => delivery.reports.length > 1, 'put back');
    assert.deepEqual(reasons()[0], ['released', 'sign_in_unreachable']);
    assert.ok(at.agent.lines.includes(`Account 1 waits. ${detail}`), at.agent.lines.join('\n'));
    assert.equal(at.server.blocked.size, 0);
  });

  test('a result that no disk takes reaches the server all the same', async () => {
    const { journal } = at.agent;
    journal.conclude = () => Promise.reject(fullDisk);
    at.start();
    await until(() => isFinished(at.server), 'reported');
    assert.deepEqual([reasons(), at.agent.failures], [[['sent', null]], []]);
  });

  test('a profile that is on another computer is left to that one', async () => {
    at.agent.windows.refuse = new ProfileElsewhere('The browser profile is not on this computer.');
    at.start();
    await until(() => delivery.reports.length > 0, 'put back');
    assert.deepEqual(reasons(), [['released', 'profile_not_here']]);
  });

  test('a server that is away when the stored sign-in is asked for costs the person no try', async () => {
    const { send } = at.agent.instagram;
    let isSignedIn = false;
    at.agent.instagram.signIn = () => Promise.resolve(isSignedIn ? { state: 'signed_in' } : signedOut);
    at.agent.instagram.send = (page, job) =>
      isSignedIn ? send(page, job) : Promise.resolve({ ...signedOut, outcome: 'blocked' });
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    at.server.behaviour.broken = 'POST /api/agent/profiles/:id/credentials';
    at.start();
    await until(() => delivery.reports.length > 0, 'put back');
    at.server.behaviour.broken = null;
    isSignedIn = true;
    await until(() => isFinished(at.server), 'sent');
    assert.deepEqual(
      [reasons()[0], reasons().at(-1)],
      [
        ['released', 'server_unreachable'],
        ['sent', null],
      ],
    );
  });

  test('a window closed while the agent looks whether it sent costs the person no try either', async () => {
    const { verify } = at.agent.instagram;
    delivery.status = 'unknown';
    delivery.profileId = 1;
    at.agent.instagram.verify = () => Promise.reject(new PageError('closed', 'gone'));
    at.start();
    await until(() => delivery.reports.length > 0, 'put back');
    at.agent.instagram.verify = verify;
    await until(() => isFinished(at.server), 'found');
    assert.deepEqual(
      [reasons()[0], reasons().at(-1)],
      [
        ['released', 'window_closed'],
        ['sent', null],
      ],
    );
    assert.equal(at.agent.instagram.sends.length, 0);
  });

  for (const outcome of ['sent', 'unknown'] as const) {
    test(`an objection of the platform's stops the account although the message is ${outcome}`, async () => {
      const { send } = at.agent.instagram;
      const stops = { reason: 'rate_limited', detail: 'Slow down' };
      at.agent.instagram.send = async (page, job) => {
        const report = await send(page, job);
        return outcome === 'sent' ? { ...report, stops } : { outcome, reason: 'no_bubble', detail: 'Not seen', stops };
      };
      at.server.addDelivery('bob', 'Hello');
      at.start();
      await until(
        () => at.server.blocked.size > 0 && at.agent.lines.includes('Account 1 stopped: Slow down'),
        'stopped',
      );
      assert.deepEqual(
        [delivery.status, at.server.blocked.get(1), at.agent.state.stopped.get(1)],
        [outcome, 'rate_limited', 'Account 1: Slow down'],
      );
      assert.equal(at.agent.windows.find(1)?.isWaitingForUser, true);
      assert.equal(at.agent.instagram.sends.length, 1);
    });
  }

  test('a window whose page broke off is not used again', async () => {
    const { send } = at.agent.instagram;
    let isBroken = true;
    let closedBefore: number[] | null = null;
    at.agent.instagram.send = (page, job) => {
      if (!isBroken) {
        closedBefore = [...closed];
        return send(page, job);
      }
      isBroken = false;
      return Promise.reject(new PageError('script', 'Timed out'));
    };
    const closed: number[] = [];
    const { close } = at.agent.windows;
    at.agent.windows.close = (id) => {
      closed.push(id);
      return close(id);
    };
    at.start();
    await until(() => isFinished(at.server), 'sent');
    assert.deepEqual([reasons()[0], closedBefore], [['failed', 'broken_off'], [1]]);
  });

  test('an error of the agent itself is in the log with where it came from', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'agent.log');
    at.agent.log = openLogFile(file);
    at.agent.instagram.send = () => Promise.reject(new TypeError('a slip'));
    at.start();
    await until(() => delivery.reports.length > 0, 'reported');
    at.agent.stop();
    await at.running;
    assert.match(await readFile(file, 'utf8'), /TypeError: a slip\\n +at .*hindrances\.test/u);
    await folder.remove();
  });
});
