import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FaultName, Language, PersonInput } from '@sandpiper/testkit/sandbox-control';
import {
  longSecondLook,
  openSandboxSession,
  timeScale,
  type SandboxSession,
} from '../../../testing/sandbox-session.ts';
import type { SiteTiming } from '../site.context.ts';

const looks: Record<string, FaultName[]> = {
  'a full-page conversation with the newest composer': ['full_page_thread', 'composer_cannes', 'live_region'],
  'a message box from an older layout and messages in a grid': ['composer_textarea', 'list_grid'],
  'message bubbles outside a known list, and search results with checkboxes': [
    'list_presentation',
    'full_page_thread',
    'search_checkboxes',
    'inbox_links',
  ],
  'an inbox that does not open the new-message dialog itself': ['new_message_closed'],
  'an open chat with another person': ['leftover_chat'],
  'an open group chat in which only the recipient wrote': ['leftover_group'],
};

type Form = readonly [language: Language, states: FaultName[]];

/**
 * Whether to cover every person in every layout in English, Spanish and Korean. The short run covers each language and each layout at least
 * once, and only with people whose outcome depends on the text of the page.
 */
const isLongRun = process.env['SANDPIPER_LONG_TESTS'] === '1';
const formsForEveryone: readonly Form[] = isLongRun
  ? (['en', 'es', 'ko'] as const).flatMap((language) =>
      Object.values(looks).map((states) => [language, states] as const),
    )
  : [['ko', ['full_page_thread', 'list_presentation', 'search_checkboxes']]];

const searching = new Set<FaultName>(['search_checkboxes', 'new_message_closed']);

const people: PersonInput[] = [
  { username: 'plain' },
  {
    username: 'known',
    messages: [
      { account: 'sender', from: 'them', text: 'Hi' },
      { account: 'sender', from: 'me', text: 'Hello known' },
    ],
  },
  { username: 'menu', states: ['message_in_menu'] },
  { username: 'hidden', states: ['message_button_missing'] },
  { username: 'refuser', states: ['no_requests'] },
  { username: 'limited', states: ['limited'] },
  { username: 'first', states: ['wrote_first'] },
  { username: 'invited', states: ['invite_pending'] },
  { username: 'closed', states: ['cannot_message'] },
  { username: 'ghost', states: ['instagram_user'] },
  { username: 'shop', states: ['business_interstitial'] },
  { username: 'missing', states: ['not_found'] },
  { username: 'missing2', states: ['not_found_new'] },
  { username: 'failing', states: ['failed_bubble'] },
  { username: 'prompter', states: ['prompt_mid_typing'] },
  { username: 'saver', states: ['prompt_save_login'] },
  { username: 'blocker', states: ['rate_limit'] },
  { username: 'waiter', states: ['wait_few_minutes'] },
  { username: 'restricted', states: ['rate_limit_restrict'] },
  { username: 'barred', states: ['action_blocked'] },
  { username: 'daily', states: ['daily_limit'] },
  { username: 'taker', states: ['prompt_takes_enter'] },
  { username: 'private', states: ['private'] },
  { username: 'locked', states: ['private_no_button'] },
  { username: 'once', states: ['one_message_only'] },
  { username: 'quoter', states: ['chat_words'] },
  { username: 'clicker', states: ['prompt_mid_click'] },
  { username: 'late', states: ['prompt_before_enter'] },
  { username: 'trier', states: ['harmless_try_again'] },
  { username: 'limiter', states: ['rate_limit_on_load'] },
];

/** The expected reason for each person or, if there is none, the outcome. It's the same in every language and layout. */
const expected: Record<string, string> = {
  plain: 'sent',
  known: 'sent',
  menu: 'sent',
  hidden: 'sent',
  refuser: 'recipient_refuses_requests',
  limited: 'recipient_limits_messages',
  first: 'conversation',
  invited: 'invite_pending',
  closed: 'recipient_cannot_be_messaged',
  ghost: 'recipient_gone',
  shop: 'sent',
  missing: 'not_found',
  missing2: 'not_found',
  failing: 'not_delivered',
  prompter: 'sent',
  saver: 'sent',
  blocker: 'not_delivered',
  waiter: 'not_delivered',
  restricted: 'not_delivered',
  barred: 'not_delivered',
  daily: 'not_delivered',
  taker: 'enter_ignored',
  private: 'sent',
  locked: 'sent',
  once: 'sent',
  quoter: 'sent',
  clicker: 'sent',
  late: 'sent',
  trier: 'sent',
  limiter: 'rate_limited',
};

/** People whose outcome depends on the page's text. sending.people and sending.moments cover the others, with docked chats. */
const inWords = new Set([
  'known',
  'menu',
  'hidden',
  'refuser',
  'limited',
  'first',
  'invited',
  'closed',
  'ghost',
  'shop',
  'missing',
  'missing2',
  'blocker',
  'restricted',
  'barred',
  'daily',
  'saver',
]);

/** The special timing that some of the expected outcomes need. */
const timings: Record<string, Partial<SiteTiming>> = {
  recipient_refuses_requests: longSecondLook,
  recipient_limits_messages: longSecondLook,
  not_delivered: { reasonMs: 1500 },
  enter_ignored: { outcomeMs: 4000 },
};

function account(language: Language, states: FaultName[]) {
  return { username: 'sender', password: 'secret', language, states };
}

describe('sending in different layouts and languages', { timeout: isLongRun ? 5_400_000 : 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  const enterAs = async (language: Language, states: FaultName[]): Promise<void> => {
    await session.sandbox.reset({ accounts: [account(language, states)], people, time_scale: timeScale });
    await session.enter('sender');
  };
  const expectEnd = async (person: string): Promise<void> => {
    const report = await session.send(person, { text: 'Hello known', timing: timings[expected[person] ?? ''] });
    assert.equal(
      'reason' in report ? report.reason : report.outcome,
      expected[person],
      `${person}: ${JSON.stringify(report)}`,
    );
    assert.equal((await session.deliveredTo(person)).length, expected[person] === 'sent' ? 1 : 0, person);
  };

  for (const [title, states] of Object.entries(looks)) {
    test(`works with ${title}`, async () => {
      await enterAs('en', states);
      // Delay the leftover chat, so that it can still be missing when the agent clicks "Message".
      if (states.includes('leftover_group')) await session.sandbox.faults({ name: 'slow_chat', ms: 1500, times: 1 });
      for (const person of ['known', 'refuser', ...(states.some((state) => searching.has(state)) ? ['hidden'] : [])])
        await expectEnd(person);
    });
  }

  test('sends only once even if a conversation rearranges its messages as slowly as on the real site', async () => {
    await enterAs('en', ['composer_cannes']);
    await session.sandbox.faults({ name: 'history_rearranges', ms: 2500 });
    const report = await session.send('known', { text: 'Hello known', timing: { secondLookMs: 6000 } });
    assert.equal(report.outcome, 'sent', JSON.stringify(report));
    assert.equal((await session.deliveredTo('known')).length, 1);
  });

  for (const [language, states] of formsForEveryone) {
    test(`ends with the right outcome for people in different states: ${language}, ${states.join(', ')}`, async () => {
      await enterAs(language, states);
      const met = people.filter(({ username }) => isLongRun || inWords.has(username));
      for (const person of met) await expectEnd(person.username);
      const [sender] = (await session.sandbox.state()).accounts;
      assert.deepEqual([sender?.prompts.accepted, sender?.prioritised], [0, []]);
    });
  }

  // These cases cover more layouts in languages other than English.
  for (const [language, states, met] of [
    ['es', ['composer_textarea'], ['known', 'menu', 'hidden', 'limited', 'closed', 'first', 'missing', 'blocker']],
    ['es', ['full_page_thread', 'list_grid'], ['known', 'limited']],
    ['ko', ['composer_cannes', 'search_checkboxes'], ['known', 'hidden']],
    ['pt', ['search_checkboxes'], ['known', 'menu', 'hidden', 'missing']],
  ] as const) {
    test(`recognizes what a page says in its language: ${language}, ${states.join(', ')}`, async () => {
      await enterAs(language, [...states]);
      for (const person of met) await expectEnd(person);
    });
  }

  for (const states of [[], ['full_page_thread']] satisfies FaultName[][])
    test(`an unknown language stops the account with a clear reason: ${states.join() || 'docked'}`, async () => {
      await enterAs('fi', states);
      const report = await session.send('plain');
      const stop = { reason: 'unsupported_language', detail: 'The language is Finnish ("fi").' };
      assert.deepEqual(report, { outcome: 'released', ...stop, stop });
      assert.equal((await session.sandbox.deliveries()).length, 0);
    });
});
