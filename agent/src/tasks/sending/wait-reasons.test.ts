import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { StartFailed } from '../../browser/firefox.process.ts';
import { PageError } from '../../browser/page.ts';
import { ProfileNotHere } from '../../browser/profile.access.ts';
import { FirefoxUnusable } from '../../browser/firefox.finder.ts';
import { reasonText } from '@sandpiper/contract/reasons';
import { ApiError, type Client } from '../../platform/api-client.ts';
import { UserError } from '../../platform/errors.ts';
import { JournalError } from '../../platform/journal.ts';
import { openLogFile } from '../../platform/log-file.ts';
import type { FakeDelivery } from '../../testing/fake-server.state.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isFinished, requestAccount, useAgentHarness, until } from '../../testing/working-agent.ts';
import { runClaim } from './claim.ts';

/** Returns a client whose first commit gets no response. `arrives`: whether the request still reaches the server. */
function withLostCommit(api: Client, arrives: boolean): Client {
  let isFirst = true;
  return async (key, ...given) => {
    if (key !== 'POST /api/agent/deliveries/:id/commit' || !isFirst) return api(key, ...given);
    isFirst = false;
    if (arrives) await api(key, ...given);
    throw new ApiError('aborted', 0, {});
  };
}

const signedOut = { outcome: 'released', reason: 'signed_out', detail: null } as const;

function systemError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

const fullDisk = new JournalError(new Error('ENOSPC: no space left on device, write'));

describe('wait reasons', { timeout: 300_000 }, () => {
  const at = useAgentHarness(1);
  let delivery: FakeDelivery;
  const reasons = () => delivery.reports.map((each) => [each.outcome, each.reason]);

  beforeEach(() => {
    delivery = at.server.addDelivery('alice', 'Hello');
    at.agent.timing = { ...at.agent.timing, cooldownMs: 50, releasedMs: 50 };
  });

  test('the claim is released and the account continues if Firefox fails to start once', async () => {
    const { open } = at.agent.windows;
    at.agent.windows.open = () => {
      at.agent.windows.open = open;
      return Promise.reject(new StartFailed('It ended right away.'));
    };
    at.start();
    await until(() => isFinished(at.server), 'the message is sent');
    assert.deepEqual(reasons(), [
      ['released', 'firefox_not_started'],
      ['sent', null],
    ]);
    const line = `Account 1 is waiting. ${reasonText('firefox_not_started', 'It ended right away.')}`;
    assert.ok(at.agent.lines.includes(line), at.agent.lines.join('\n'));
  });

  for (const [error, reason] of [
    [new FirefoxUnusable('Firefox 115 is too old.'), 'firefox_missing'],
    [new UserError('There is no display.'), 'firefox_not_started'],
    [new ProfileNotHere('/p/1', '/p'), 'profile_not_here'],
    [systemError('ENOSPC: no space left on device, write', 'ENOSPC'), 'firefox_not_started'],
    [systemError("EACCES: permission denied, open 'profiles.ini'", 'EACCES'), 'firefox_not_started'],
  ] as const) {
    test(`a window that can't be opened never stops the account, no matter how often the agent tries: ${error.message}`, async () => {
      at.agent.windows.refuse = error;
      at.start();
      await until(() => delivery.reports.length > 3, 'the claim is released several times');
      assert.ok(reasons().every((each) => each.join(' ') === `released ${reason}`));
      assert.equal(at.server.held.size, 0);
      assert.equal(at.agent.lines.filter((line) => line.includes('waiting')).length, 1, 'the agent says so only once');
    });
  }

  test('an account whose Firefox cannot start waits before each retry, in sandbox mode at least a tenth of the usual time', async () => {
    at.agent.timing = { ...at.agent.timing, releasedMs: 1000 };
    const times: number[] = [];
    at.agent.windows.open = () => {
      times.push(performance.now());
      return Promise.reject(new StartFailed('Not now.'));
    };
    at.start();
    await until(() => times.length > 3, 'the agent has tried to open the window four times');
    for (const [index, next] of times.slice(1).entries()) {
      const apart = next - (times[index] ?? 0);
      assert.ok(apart >= 100, `${apart} ms apart`);
    }
  });

  test('a full disk stops sending until there is space, and is mentioned on the terminal only once', async () => {
    const { journal } = at.agent;
    const { note } = journal;
    journal.note = () => Promise.reject(fullDisk);
    at.start();
    await until(() => delivery.reports.length > 2, 'the claim is released several times');
    assert.ok(reasons().every((each) => each.join(' ') === 'released notes_not_written'));
    assert.equal(delivery.commits, 0, 'the agent does not ask the server');
    const said = at.agent.lines.filter((line) => line.includes('no space left'));
    assert.deepEqual(said, [`Account 1 is waiting. ${reasonText('notes_not_written', fullDisk.message)}`]);
    journal.note = note;
    await until(() => isFinished(at.server), 'the message is sent');
  });

  test('a sign-in page that does not respond makes the account wait', async () => {
    const account = at.server.accounts[0] ?? assert.fail();
    account.credentials = { username: 'me', password: 'one' };
    const detail = 'The page answered 503.';
    at.agent.instagram.signIn = () => Promise.resolve({ state: 'unreachable', reason: 'sign_in_unreachable', detail });
    at.agent.instagram.send = () => Promise.resolve(signedOut);
    at.start();
    await until(() => delivery.reports.length > 1, 'the claim is released twice');
    assert.deepEqual(reasons()[0], ['released', 'sign_in_unreachable']);
    assert.ok(at.agent.lines.includes(`Account 1 is waiting. ${reasonText('sign_in_unreachable', detail)}`));
    assert.equal(at.server.held.size, 0);
  });

  test('a result that cannot be written to the journal still reaches the server', async () => {
    const { journal } = at.agent;
    journal.recordResult = () => Promise.reject(fullDisk);
    at.start();
    await until(() => isFinished(at.server), 'the message is reported as sent');
    assert.deepEqual([reasons(), at.agent.failures], [[['sent', null]], []]);
  });

  test('no attempt is counted if the server is unreachable while the agent fetches credentials', async () => {
    const { send } = at.agent.instagram;
    let isSignedIn = false;
    at.agent.instagram.send = (page, job) => (isSignedIn ? send(page, job) : Promise.resolve(signedOut));
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    at.server.behavior.broken = 'POST /api/agent/profiles/:id/credentials';
    at.start();
    await until(() => delivery.reports.length > 0, 'the claim is released');
    assert.deepEqual(reasons()[0], ['released', 'server_unreachable']);
    at.server.behavior.broken = null;
    isSignedIn = true;
    await until(() => isFinished(at.server), 'the message is sent');
  });

  test('a server that refuses to hand out the credentials is not reported as unreachable', async () => {
    at.agent.instagram.send = () => Promise.resolve(signedOut);
    const { api } = at.agent;
    at.agent.api = async (key, ...given) => {
      if (key !== 'POST /api/agent/profiles/:id/credentials') return api(key, ...given);
      throw new ApiError('forbidden', 403, { error: "The agent isn't using this account right now." });
    };
    at.start();
    await until(() => delivery.reports.length > 0, 'the claim is released');
    const detail = "The agent isn't using this account right now.";
    assert.deepEqual(delivery.reports[0], { outcome: 'released', reason: 'no_longer_wanted', detail });
  });

  test('a server on which the message no longer exists is not reported as unreachable', async () => {
    const { send } = at.agent.instagram;
    at.agent.instagram.send = (page, job) => {
      at.server.deliveries.length = 0;
      return send(page, job);
    };
    at.start();
    await until(() => at.agent.state.counts.released > 0, 'the claim is released');
    const line = `Account 1 is waiting. ${reasonText('no_longer_wanted', 'Refused: not_found')}`;
    assert.ok(at.agent.lines.includes(line), at.agent.lines.join('\n'));
  });

  for (const [lost, expected] of [
    ['request', 'released, because Enter was definitely not pressed'],
    ['response', 'committed on the server, and reported as not sent'],
  ] as const) {
    test(`if the commit ${lost} is lost, the message is ${expected}`, async () => {
      at.agent.api = withLostCommit(at.agent.api, lost === 'response');
      at.start();
      await until(() => delivery.reports.length > 0, 'the claim is released');
      assert.deepEqual(reasons()[0], ['released', 'server_unreachable']);
      await until(() => isFinished(at.server), 'the delivery ends');
      const last = lost === 'response' ? ['failed', 'not_pressed'] : ['sent', null];
      assert.deepEqual([reasons().at(-1), at.agent.instagram.checks], [last, []]);
    });
  }

  test('a message is reported as not sent if its go-ahead is withdrawn before Enter', async () => {
    at.agent.instagram.send = async (_page, job) => {
      assert.equal((await job.beforeSend({ tail: [], account: null })).maySend, true);
      at.server.behavior.refusal = 'do_not_contact';
      const second = await job.beforeSend({ tail: ['newer'], account: null });
      return second.maySend ? assert.fail() : second.report;
    };
    at.start();
    await until(() => isFinished(at.server), 'the delivery ends');
    assert.deepEqual(reasons(), [['failed', 'not_pressed']]);
  });

  test('losing the window during a check is not counted as an attempt', async () => {
    const { send, check } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      return { outcome: 'unknown', reason: 'no_bubble', detail: null };
    };
    at.agent.instagram.check = () => Promise.reject(new PageError('closed', 'gone'));
    at.start();
    await until(() => delivery.reports.length > 1, 'the first check ends');
    at.agent.instagram.check = check;
    await until(() => isFinished(at.server), 'a check finds the message');
    assert.deepEqual(
      [reasons()[0], reasons()[1], reasons().at(-1)],
      [
        ['unknown', 'no_bubble'],
        ['released', 'window_closed'],
        ['sent', null],
      ],
    );
    assert.equal(at.agent.instagram.sends.length, 1);
  });

  test('a window whose page failed is not used again', async () => {
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
    await until(() => isFinished(at.server), 'the message is sent');
    assert.deepEqual([reasons()[0], closedBefore], [['failed', 'broken_off'], [1]]);
  });

  for (const [mayHang, isForUser] of [
    [true, false],
    [false, false],
    [true, true],
  ] as const) {
    const isClosed = mayHang && !isForUser;
    const reason = mayHang && isForUser ? 'window_stuck' : 'network';
    test(`a window ${isForUser ? 'for the user ' : ''}${isClosed ? 'is closed' : 'stays open'} if Instagram can't be reached${mayHang ? ' and the tab may hang' : ''}`, async () => {
      const report = { outcome: 'released', reason: 'network', detail: null, mayHang } as const;
      at.agent.instagram.send = () => Promise.resolve(report);
      if (isForUser) await at.agent.windows.open(requestAccount(1), { campaignId: null, isForUser });
      await runClaim(at.agent, 1);
      assert.deepEqual([reasons(), at.agent.windows.find(1) === null], [[['released', reason]], isClosed]);
    });
  }

  test('an unexpected error is logged with its stack', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'agent.log');
    at.agent.log = openLogFile(file);
    at.agent.instagram.send = () => Promise.reject(new TypeError('a planted error'));
    at.start();
    await until(() => delivery.reports.length > 0, 'the result is reported');
    at.agent.stop();
    await at.running;
    assert.match(await readFile(file, 'utf8'), /TypeError: a planted error\\n +at .*wait-reasons\.test/u);
    await folder.remove();
  });
});
