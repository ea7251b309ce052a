import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestAccount, until, useAgentHarness } from '../../testing/working-agent.ts';

describe('what the agent reports about a request', { timeout: 300_000 }, () => {
  const at = useAgentHarness(2);

  test('opening a window shows the inbox if the user asked for it, and the results name the page', async () => {
    const places: unknown[] = [];
    at.agent.instagram.show = (_page, place) => {
      places.push(place);
      return Promise.resolve();
    };
    at.start();
    const inbox = at.server.addRequest('open', { accounts: [requestAccount(1)], page: 'inbox' });
    const any = at.server.addRequest('open', { accounts: [requestAccount(2)] });
    await until(() => inbox.status === 'completed' && any.status === 'completed', 'both windows are open');
    assert.deepEqual(
      [inbox.results, any.results],
      [
        { opened: true, page: 'inbox' },
        { opened: true, page: null },
      ],
    );
    assert.deepEqual(new Set(places), new Set(['inbox', null]));
  });

  test('a count reports the state of each account as soon as it changes', async () => {
    const { countUnread } = at.agent.instagram;
    at.agent.maxWindows = 1;
    at.agent.instagram.countUnread = (page, username) =>
      at.agent.windows.find(1) === null ? Promise.resolve({ error: 'Signed out' }) : countUnread(page, username);
    const unread = at.server.addRequest('unread_check', { accounts: [requestAccount(1), requestAccount(2)] });
    at.start();
    await until(() => unread.status === 'completed', 'the messages are counted');
    assert.deepEqual(
      unread.progress.map((accounts) => accounts.map(({ profile_id, state }) => `${profile_id} ${state}`).join(', ')),
      ['1 checking, 2 waiting', '1 counted, 2 waiting', '1 counted, 2 checking', '1 counted, 2 failed'],
    );
  });
});
