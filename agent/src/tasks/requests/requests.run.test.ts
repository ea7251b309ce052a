import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unreadResultsSchema } from '@sandpiper/contract/unread-checks';
import { PageError } from '../../browser/page.ts';
import { ProfileInUse } from '../../browser/window.registry.ts';
import type { FakeRequest } from '../../testing/fake-server.state.ts';
import { addAccounts, isFinished, requestAccount, useAgentHarness, until } from '../../testing/working-agent.ts';

describe('requests from the user', { timeout: 300_000 }, () => {
  const at = useAgentHarness(3);
  const finished = (): boolean => isFinished(at.server);

  test('make the agent open windows, count messages and close windows', async () => {
    at.start();
    const opened = at.server.addRequest('open', { accounts: [requestAccount(1)] });
    await until(() => opened.status === 'completed', 'the window is open');
    assert.deepEqual(
      at.agent.windows.list().map((window) => [window.profileId, window.isForUser]),
      [[1, true]],
    );
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1), requestAccount(2)] });
    await until(() => unread.status === 'completed', 'the messages are counted');
    assert.deepEqual(unread.results, {
      profiles_checked: 2,
      total_unread: 4,
      results: [1, 2].map((id) => ({
        profile_name: `Account ${id}`,
        profile_path: `/p/${id}`,
        unread_count: 2,
        exact: true,
        error: null,
      })),
    });
    assert.deepEqual(
      at.agent.windows.list().map((window) => window.profileId),
      [1],
      'the user’s window stays open, and the other window is closed',
    );
    const campaign = at.server.addRequest('close_campaign', { accounts: [requestAccount(1)] });
    await until(() => campaign.status === 'completed', 'the request is completed');
    assert.equal(at.agent.windows.list().length, 1, 'the user’s window stays open');
    const closed = at.server.addRequest('close_all');
    await until(() => closed.status === 'completed', 'the windows are closed');
    assert.deepEqual([closed.results, at.agent.windows.list()], [{ closed: 1, still_open: [] }, []]);
  });

  test('closing all windows skips the ones in use, and lists every window that stays open', async () => {
    const { windows } = at.agent;
    for (const id of [1, 2, 3]) await windows.open(requestAccount(id), { campaignId: null, isForUser: true });
    Object.assign(windows.find(1) ?? {}, { isBusy: true });
    const { close } = windows;
    windows.close = (id) => (id === 2 ? Promise.reject(new Error('The window does not respond')) : close(id));
    at.start();
    const closed = at.server.addRequest('close_all');
    await until(() => closed.status === 'completed', 'the request is completed');
    assert.deepEqual(closed.results, { closed: 1, still_open: ['Account 1', 'Account 2'] });
    assert.equal(windows.find(3), null);
  });

  test('closing all windows closes them at the same time', async () => {
    const { windows } = at.agent;
    for (const id of [1, 2, 3]) await windows.open(requestAccount(id), { campaignId: null, isForUser: true });
    const { close } = windows;
    const asked: number[] = [];
    windows.close = async (id) => {
      asked.push(id);
      await until(() => asked.length === 3, 'all windows are closing');
      await close(id);
    };
    at.start();
    const closed = at.server.addRequest('close_all');
    await until(() => closed.status === 'completed', 'the windows are closed');
    assert.deepEqual(closed.results, { closed: 3, still_open: [] });
  });

  test('fail if the window would be hidden from the user', async () => {
    at.agent.maySignIn = false;
    at.start();
    for (const type of ['open', 'sign_in'] as const) {
      const asked = at.server.addRequest(type, { accounts: [requestAccount(1)] });
      await until(() => asked.status === 'failed', 'the request fails');
      assert.match(asked.error ?? '', /can't open a window/u);
    }
    assert.deepEqual(at.agent.windows.list(), []);
  });

  test('are claimed several at a time, and are all completed', async () => {
    const { open } = at.agent.windows;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    at.agent.windows.open = async (account, use) => {
      await held;
      return open(account, use);
    };
    addAccounts(at.server, 10);
    const asked = Array.from({ length: 10 }, (_, index) =>
      at.server.addRequest('open', { accounts: [requestAccount(index + 1)] }),
    );
    at.start();
    await until(
      () => asked.every((each) => each.status === 'running'),
      'all requests are claimed before any is completed',
    ).finally(release);
    await until(() => asked.every((each) => each.status === 'completed'), 'all requests are completed');
    assert.equal(at.agent.windows.list().length, 10);
  });

  test('counting unread messages waits for a free window slot', async () => {
    at.agent.maxWindows = 1;
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    const checks: number[] = [];
    at.agent.instagram.countUnread = () =>
      Promise.resolve({ count: checks.push(at.agent.windows.list().length), exact: true });
    let unread: FakeRequest | null = null;
    at.agent.instagram.send = async (page, job) => {
      const other = at.server.accounts.find((each) => each.id !== delivery.state.claim?.profileId)?.id ?? 0;
      unread = at.server.addRequest('unread_check', { accounts: [requestAccount(other)] });
      await until(() => unread?.status === 'running', 'the request is claimed');
      await until(() => at.agent.state.reservedSlots.size === 1, 'only one slot is reserved');
      return send(page, job);
    };
    at.start();
    await until(() => unread?.status === 'completed' && finished(), 'the message is sent and the request is completed');
    assert.deepEqual([at.agent.windows.most, checks], [1, [1]]);
  });

  test('counting unread messages uses every window slot, and shows the results in the requested order', async () => {
    addAccounts(at.server, 4);
    let looking = 0;
    let most = 0;
    at.agent.instagram.countUnread = async () => {
      looking += 1;
      most = Math.max(most, looking);
      const isFirst = most === 1;
      await until(() => !isFirst || most > 1, 'a second count runs at the same time');
      looking -= 1;
      return { count: 1, exact: true };
    };
    const ids = [3, 1, 4, 2];
    const unread = at.server.addRequest('unread_check', { accounts: ids.map(requestAccount) });
    at.start();
    await until(() => unread.status === 'completed', 'the messages are counted');
    assert.deepEqual([most, at.agent.windows.most, at.agent.windows.list()], [2, 2, []]);
    const names = ids.map((id) => `Account ${id}`);
    assert.deepEqual(
      at.agent.lines.filter((line) => line.includes('unread')),
      names.map((name) => `${name}: 1 unread conversation`),
    );
  });

  test('do not say after a failure that the agent will try again, because requests are not retried', async () => {
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    at.agent.instagram.countUnread = () =>
      Promise.resolve({ error: 'Signed out', stop: { reason: 'signed_out', detail: null } });
    at.agent.instagram.signIn = () =>
      Promise.resolve({ state: 'unreachable', reason: 'sign_in_unreachable', detail: null });
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    const signIn = at.server.addRequest('sign_in', { accounts: [requestAccount(2)] });
    at.start();
    await until(() => unread.status === 'completed' && signIn.status === 'completed', 'both requests end');
    const text = "Instagram's sign-in page didn't respond. Try again later.";
    assert.equal(unreadResultsSchema.parse(unread.results).results[0]?.error, text);
    assert.ok(at.agent.lines.includes(`Account 2: ${text}`));
  });

  test('an agent that stops while counting unread messages says which accounts it has not checked', async () => {
    at.agent.maxWindows = 1;
    at.agent.instagram.countUnread = () => {
      at.agent.stop();
      return Promise.resolve({ count: 2, exact: true });
    };
    const unread = at.server.addRequest('unread_check', { accounts: [1, 2, 3].map(requestAccount) });
    at.start();
    await until(() => unread.status === 'completed', 'the request ends');
    const { profiles_checked, total_unread, results } = unreadResultsSchema.parse(unread.results);
    const error = 'The agent stopped before it could check this account.';
    assert.deepEqual([profiles_checked, total_unread], [1, 2]);
    assert.deepEqual(
      results.map((result) => [result.profile_name, result.unread_count, result.error]),
      [
        ['Account 1', 2, null],
        ['Account 2', null, error],
        ['Account 3', null, error],
      ],
    );
  });

  test('counting unread messages opens no more windows once the user has cleared the check', async () => {
    at.agent.maxWindows = 1;
    let counts = 0;
    at.agent.instagram.countUnread = () => {
      counts += 1;
      at.server.requests.splice(0);
      return Promise.resolve({ count: 2, exact: true });
    };
    at.server.addRequest('unread_check', { accounts: [1, 2, 3].map(requestAccount) });
    at.start();
    await until(() => at.server.calls.includes('POST /api/agent/requests/:id/result'), 'the check ends');
    assert.equal(counts, 1);
  });

  test('report that a window was closed before the agent was done', async () => {
    const closed = () => Promise.reject(new PageError('closed', 'Protocol error (script.evaluate): Target closed'));
    at.agent.instagram.countUnread = closed;
    at.agent.instagram.signIn = closed;
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    const signIn = at.server.addRequest('sign_in', { accounts: [requestAccount(2)] });
    at.start();
    await until(() => unread.status === 'completed' && signIn.status === 'failed', 'both requests end');
    const error = 'The Firefox window was closed before the agent was done. Try again.';
    assert.deepEqual([unreadResultsSchema.parse(unread.results).results[0]?.error, signIn.error], [error, error]);
  });

  test('a window that cannot be closed after the count affects neither the results nor the window slot', async () => {
    const { windows } = at.agent;
    const { close } = windows;
    windows.close = async (id) => {
      await close(id);
      if (id === 1) throw new Error('The window does not respond');
    };
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1), requestAccount(2)] });
    at.start();
    await until(() => ['completed', 'failed'].includes(unread.status), 'the request ends');
    assert.match(JSON.stringify(unread.results), /Account 1.*"unread_count":2.*Account 2.*"unread_count":2/u);
    assert.equal(at.agent.state.reservedSlots.size, 0);
  });

  test('a window that the user opens while its messages are being counted stays open', async () => {
    const { countUnread } = at.agent.instagram;
    at.agent.instagram.countUnread = async (page, username) => {
      await at.agent.windows.open(requestAccount(1), { campaignId: null, isForUser: true });
      return countUnread(page, username);
    };
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    at.start();
    await until(() => unread.status === 'completed', 'the messages are counted');
    assert.equal(at.agent.windows.find(1)?.isForUser, true);
  });

  test('opening a window waits until the user closes the profile in Firefox', async () => {
    at.agent.windows.refuse = new ProfileInUse('Account 1');
    at.start();
    const opened = at.server.addRequest('open', { accounts: [requestAccount(1)] });
    await until(
      () => at.agent.lines.some((line) => line.includes('Close that window')),
      'the agent asks the user to close the window',
    );
    assert.equal(opened.status, 'running');
    at.agent.windows.refuse = null;
    await until(() => opened.status === 'completed', 'the window is open');
  });

  test('a failed count is reported with its reason, and a request for a deleted account fails', async () => {
    at.agent.instagram.countUnread = () => Promise.resolve({ error: 'The account is signed out' });
    at.start();
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => unread.status === 'completed', 'the request is completed');
    assert.match(JSON.stringify(unread.results), /"unread_count":null.*signed out/u);
    const open = at.server.addRequest('open', { accounts: [] });
    await until(() => open.status === 'failed', 'the request fails');
    assert.match(open.error ?? '', /no longer exists/u);
  });

  test('unread messages are not counted in a window that is sending, and a message waits until the count has ended', async () => {
    at.server.accounts.splice(1);
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    at.server.addDelivery('alice', 'Hello');
    const { send, countUnread } = at.agent.instagram;
    let unread: FakeRequest | null = null;
    let isCounting = false;
    at.agent.instagram.send = async (page, job) => {
      assert.deepEqual([isCounting, job.username], [false, 'me']);
      unread ??= at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
      const { id } = unread;
      await until(
        () => at.server.requests.find((each) => each.id === id)?.status === 'completed',
        'the request is completed',
      );
      return send(page, job);
    };
    at.start();
    await until(finished, 'the message is sent');
    assert.match(JSON.stringify(at.server.requests[0]?.results), /busy right now/u);

    at.agent.instagram.send = send;
    at.agent.instagram.countUnread = async (page, username) => {
      isCounting = true;
      const second = at.server.addDelivery('bob', 'Hello');
      await until(() => second.state.status === 'claimed', 'the second message is claimed');
      isCounting = false;
      return countUnread(page, username);
    };
    const again = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => again.status === 'completed' && finished(), 'the request is completed and the message is sent');
    assert.match(JSON.stringify(again.results), /"unread_count":2/u);
  });
});
