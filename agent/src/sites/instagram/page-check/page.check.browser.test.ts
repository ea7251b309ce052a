import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import type { FaultName, PersonInput } from '@sandpiper/testkit/sandbox-control';
import { openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import type { SiteTiming } from '../site.context.ts';
import type { PageCheck } from './page.check.ts';

type World = { states?: FaultName[]; unread?: number; language?: 'en' | 'es' | 'ko' | 'fi'; people?: PersonInput[] };

/** Returns a person who has a conversation with the account. The conversation contains no unread messages. */
const known = (username: string, states: FaultName[] = []): PersonInput => ({
  username,
  states,
  messages: [{ account: 'sender', from: 'me', text: `Good to see you, ${username}` }],
});

const passed: PageCheck = { state: 'as_expected' };

describe('the page check', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  const begin = async ({ people = [known('alice')], ...account }: World = {}): Promise<void> => {
    await session.page.open('about:blank');
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret', ...account }],
      people,
      time_scale: timeScale,
    });
    await session.enter('sender');
  };
  const check = (timing: Partial<SiteTiming> = {}, username: string | null = 'sender') =>
    session.within(timing).checkPages(session.page, username);
  const missingIn = async (timing: Partial<SiteTiming> = {}) => {
    const found = await check(timing);
    return found.state === 'drifted' ? found.missing : found.state;
  };
  const unreadNow = async () => (await session.sandbox.state()).accounts[0]?.unread;

  test('passes after a few page loads, without typing or sending anything', async () => {
    await begin({ people: ['alice', 'bob', 'cleo', 'dan'].map((name) => known(name)) });
    const methods = ['type', 'press', 'selectAll'] as const;
    const keys = methods.map((name) => mock.method(session.page, name));
    const opened = mock.method(session.page, 'open');
    const clicked = mock.method(session.page, 'clickAt');
    assert.deepEqual(await check(), passed);
    assert.deepEqual(
      keys.map((key) => key.mock.callCount()),
      [0, 0, 0],
    );
    assert.ok(opened.mock.callCount() <= 3, `${opened.mock.callCount()} pages`);
    assert.equal(clicked.mock.callCount(), 1, 'only one conversation is opened');
    mock.restoreAll();
    const { typed, accounts } = await session.sandbox.state();
    assert.deepEqual([await session.sandbox.deliveries(), typed, accounts[0]?.sends], [[], [], 0]);
  });

  for (const world of [
    { states: ['head_labelled', 'rows_grouped', 'avatar_last', 'composer_cannes', 'inbox_notes', 'list_open'] },
    { states: ['inbox_links', 'composer_textarea', 'list_unlabelled'] },
    { states: ['viewer_unnamed', 'live_region', 'prompt_on_load'] },
    { language: 'es' },
    { language: 'ko', states: ['head_labelled'] },
  ] satisfies World[]) {
    test(`passes on a page layout that the agent knows: ${JSON.stringify(world)}`, async () => {
      await begin(world);
      assert.deepEqual(await check(), passed);
    });
  }

  test('passes without a stored username, even if no page shows the account', async () => {
    await begin();
    assert.deepEqual(await check({}, null), passed);
    await begin({ states: ['viewer_unnamed', 'own_link_missing'] });
    assert.deepEqual(await check({}, null), passed);
  });

  test('passes for a new account without conversations', async () => {
    await begin({ people: [] });
    assert.deepEqual(await check(), passed);
  });

  test('opens no unread conversation', async () => {
    await begin({ unread: 4, people: [], states: ['composer_unknown'] });
    assert.deepEqual([await check(), await unreadNow()], [passed, 4]);
    await begin({ unread: 4, states: ['composer_unknown'], people: [known('alice'), known('bob')] });
    assert.equal(await missingIn(), 'The agent opened a conversation but found no message box.');
    assert.equal(await unreadNow(), 4);
  });

  test('reports no missing part because of a single conversation', async () => {
    await begin({ states: ['composer_unknown'] });
    assert.deepEqual(await check(), passed);
  });

  test('skips groups, and people who can no longer be messaged', async () => {
    const people = [known('alice'), known('gone', ['instagram_user']), known('closed', ['cannot_message'])];
    /** Makes a group the newest conversation. The sandbox creates the group when a profile is opened. */
    const beginWithGroup = async (world: World): Promise<void> => {
      await begin(world);
      await session.sandbox.faults({ name: 'leftover_group' });
      await session.page.open(`${session.sandbox.url}/gone/`);
      await session.sandbox.faults({ clear: true });
    };
    await beginWithGroup({ people, states: ['head_labelled'] });
    const clicked = mock.method(session.page, 'clickAt');
    assert.deepEqual(await check(), passed);
    assert.ok(clicked.mock.callCount() > 1, 'the group was opened first');
    mock.restoreAll();
    await beginWithGroup({ people: people.slice(1) });
    assert.deepEqual(await check(), passed, 'no conversation is left to check');
  });

  test("reports that the account's own profile shows no header", async () => {
    await begin({ states: ['own_header_missing'] });
    // The agent waits for missing parts until the timeout, so the timeout must be long enough for the pages that it loads first.
    assert.equal(await missingIn({ stepMs: 12_000 }), "The account's own profile shows no header.");
    assert.deepEqual(await session.sandbox.deliveries(), []);
  });

  for (const [fault, reason] of [
    ['challenge', 'challenge'],
    ['signed_out', 'signed_out'],
    ['rate_limit_on_load', 'rate_limited'],
    ['too_many_requests', 'rate_limited'],
    ['profile_missing', 'own_profile_missing'],
  ] as const) {
    test(`reports what stops the account as a stop reason, not as a change to the pages: ${fault}`, async () => {
      await begin({ states: ['own_header_missing'] });
      await session.sandbox.faults({ name: fault });
      const found = await check();
      assert.equal(found.state === 'ended' && found.report.stop?.reason, reason);
    });
  }

  test('reports a language that the agent cannot send in, and a different account', async () => {
    await begin({ language: 'fi' });
    const found = await check();
    assert.equal(found.state === 'ended' && found.report.stop?.reason, 'unsupported_language');
    await begin();
    const other = await check({}, 'somebody');
    assert.equal(other.state === 'ended' && other.report.stop?.reason, 'wrong_account');
  });

  test('reports a lost connection as a network problem', async () => {
    await begin();
    await session.sandbox.faults({ name: 'connection_reset' });
    const found = await check();
    const report = { outcome: 'released', reason: 'network', detail: 'NS_ERROR_NET_RESET' };
    assert.deepEqual(found, { state: 'ended', report });
  });

  test('reopens a page that did not load, and leaves an unknown dialog or a broken site to the next attempt', async () => {
    await begin();
    await session.sandbox.faults({ name: 'broken_page', times: 1 });
    assert.deepEqual(await check({ emptyMs: 500 }), passed);
    for (const name of ['strange_notice', 'page_error'] as const) {
      await session.sandbox.faults({ clear: true, on: [{ name }] });
      assert.deepEqual(await check(), { state: 'undecided' }, name);
    }
  });
});
