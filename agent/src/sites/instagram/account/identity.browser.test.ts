import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FaultName } from '@sandpiper/testkit/sandbox-control';
import { endOf, openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import type { SendReport } from '../report.ts';
import { handleFrom } from './account.check.ts';
import type { SiteTiming } from '../site.context.ts';

const credentials = { username: 'other', password: 'secret' };

describe('checking which account is signed in', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  /** Signs in as `other`. `states` determines whether the pages show which account is signed in. */
  const begin = async (states: FaultName[] = []): Promise<void> => {
    await session.sandbox.reset({
      accounts: [
        { username: 'sender', password: 'secret' },
        { ...credentials, states },
      ],
      people: ['alice'],
      time_scale: timeScale,
    });
    await session.enter('other');
  };
  const sendAs = (username: string | null, timing: Partial<SiteTiming> = {}): Promise<SendReport> =>
    session.send('alice', { username, text: `Hello from ${username ?? 'whoever'}`, timing });
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  for (const states of [[], ['viewer_unnamed'], ['own_link_missing']] satisfies FaultName[][]) {
    test(`stops and sends nothing if a different account is signed in: ${states.join() || 'both the page’s data and its navigation show the account'}`, async () => {
      await begin(states);
      const stop = { reason: 'wrong_account', detail: '@other' };
      assert.deepEqual(await sendAs('sender'), { outcome: 'released', ...stop, stop });
      assert.deepEqual(await session.sandbox.deliveries(), []);
      assert.equal((await sendAs('@Other')).outcome, 'sent', 'case and a leading @ are ignored');
    });
  }

  test('a page that does not show the account is trusted only if no handle is stored', async () => {
    await begin(['viewer_unnamed', 'own_link_missing']);
    const report = await sendAs('other', { accountMs: 800 });
    assert.deepEqual([...endOf(report), report.stop?.reason], ['released', 'account_unclear', 'account_unclear']);
    assert.deepEqual(await session.sandbox.deliveries(), []);
    assert.equal((await sendAs(null)).outcome, 'sent');
    assert.equal((await sendAs('other@example.com')).outcome, 'sent', 'an email address is not compared');
  });

  test('messages are checked only in the right account', async () => {
    await begin();
    const report = await session.check('alice', { username: 'sender' });
    assert.deepEqual([...endOf(report), report.stop?.reason], ['released', 'wrong_account', 'wrong_account']);
  });

  test('a message is not checked in the conversations of another account', async () => {
    await begin();
    const checkAs = async (username: string | null, account: string | null) =>
      endOf(await session.check('alice', { username, note: { tail: [], at: '2026-01-01T00:00:00Z', account } }));
    assert.deepEqual(await checkAs(null, 'sender'), ['unknown', 'other_account']);
    assert.deepEqual(await checkAs(null, 'other'), ['failed', 'not_sent']);
    assert.deepEqual(
      await checkAs('other', null),
      ['failed', 'not_sent'],
      'the stored username shows which account the message is from',
    );
    assert.deepEqual(
      await checkAs(null, null),
      ['unknown', 'other_account'],
      'nothing shows which account the message is from',
    );
    await begin(['viewer_unnamed', 'own_link_missing']);
    assert.deepEqual(
      await checkAs(null, null),
      ['failed', 'not_sent'],
      "this account's pages never show which account is signed in",
    );
  });

  test('unread messages in another account are not counted', async () => {
    await begin();
    const counted = await session.instagram.countUnread(session.page, 'sender');
    assert.match('error' in counted ? counted.error : '', /signed in to a different account\. @other/u);
    assert.equal('error' in counted && counted.stop?.reason, 'wrong_account');
  });

  test('nothing is counted and no sign-in finishes while the page does not show the account', async () => {
    await begin(['viewer_unnamed', 'own_link_missing']);
    const at = session.within({ accountMs: 800 });
    const counted = await at.countUnread(session.page, 'sender');
    assert.match('error' in counted ? counted.error : '', /can't tell which account is signed in/u);
    const state = await at.signIn(session.page, 'sender', null);
    assert.deepEqual([state.state, 'reason' in state && state.reason], ['needs_user', 'account_unclear']);
  });

  test('a sign-in that finds a different account is left to the user', async () => {
    await begin();
    const state = await session.instagram.signIn(session.page, 'sender', {
      username: 'sender',
      password: 'secret',
      maxSubmits: 3,
      beforeTyping: () => Promise.resolve(),
    });
    assert.deepEqual([state.state, 'reason' in state && state.reason], ['needs_user', 'wrong_account']);
  });
});

test('a stored username is compared only if it is a handle', () => {
  assert.deepEqual(
    ['Anna.Shop', '@anna_shop', ' anna ', '', 'anna@example.com', '+4915112345678', '015112345678', null].map(
      handleFrom,
    ),
    ['anna.shop', 'anna_shop', 'anna', null, null, null, null, null],
  );
});
