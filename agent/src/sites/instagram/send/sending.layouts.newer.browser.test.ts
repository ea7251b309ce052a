import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FaultName, Language, PersonInput } from '@sandpiper/testkit/sandbox-control';
import { endOf, openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';

const isLongRun = process.env['SANDPIPER_LONG_TESTS'] === '1';

type Layout = {
  states: FaultName[];
  language?: Language;
  isAboutSearch?: true;
  /** Only the long run includes this layout, because another layout combines its states with others. */
  isPartOfOthers?: true;
};

/** The states that make the sandbox's pages look like the newest layouts of the real site. */
const newest: FaultName[] = [
  'head_labelled',
  'docked_pagelet',
  'rows_grouped',
  'avatar_last',
  'search_unnamed',
  'search_handle_first',
  'composer_cannes',
];
const searching = (...states: FaultName[]): Layout => ({ states, isAboutSearch: true });
const partOfOthers = (...states: FaultName[]): Layout => ({ states, isPartOfOthers: true });

const layouts: Layout[] = [
  { states: newest, isAboutSearch: true },
  partOfOthers('list_open'),
  partOfOthers('rows_grouped'),
  partOfOthers('avatar_last'),
  { states: ['rows_grouped', 'avatar_last', 'list_open'] },
  partOfOthers('head_labelled'),
  partOfOthers('head_heading'),
  { states: ['head_labelled', 'list_unlabelled'] },
  { states: ['head_heading', 'list_unlabelled', 'leftover_group'] },
  { states: ['docked_pagelet', 'leftover_chat'] },
  { states: ['docked_pagelet_old', 'composer_cannes'] },
  partOfOthers('inbox_notes'),
  { states: ['language_in_data'] },
  { states: ['british_english'] },
  { ...searching('search_unnamed'), isPartOfOthers: true },
  { ...searching('search_handle_first'), isPartOfOthers: true },
  searching('search_unnamed', 'search_checkboxes', 'new_message_closed', 'inbox_notes'),
  { ...searching('spanish_new_words', 'composer_textarea', 'new_message_closed'), language: 'es' },
];

const said = (from: 'me' | 'them', text: string) => ({ account: 'sender', from, text });
const history = [
  said('them', 'Hi'),
  said('them', 'Are you still there, or has the shop been closed since last summer?'),
  said('me', 'Hello again'),
  said('them', 'Hello again'),
  said('them', 'What is it?'),
];
const people: PersonInput[] = [
  { username: 'plain' },
  { username: 'known', messages: history },
  { username: 'hidden', states: ['message_button_missing'] },
  // The display name looks like a handle, so this search result might be someone else's.
  { username: 'renamed', name: 'rosie', states: ['message_button_missing'] },
  { username: 'lost', messages: history },
  { username: 'kept', messages: history },
  { username: 'talker', messages: [said('them', 'Hi'), said('me', 'Hello')] },
  { username: 'listener', messages: [said('me', 'Hello'), said('me', 'Are you there?')] },
];

describe('sending in newer page layouts', { timeout: isLongRun ? 3_600_000 : 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  async function enterAs({ states, language = 'en' }: Layout): Promise<void> {
    const account = { username: 'sender', password: 'secret', language, states };
    await session.sandbox.reset({ accounts: [account], people, time_scale: timeScale });
    await session.sandbox.faults({
      on: [
        { name: 'hidden_bubble', person: 'lost' },
        { name: 'swallowed', person: 'kept' },
      ],
    });
    await session.enter('sender');
  }

  async function sendsTo(person: string): Promise<void> {
    const report = await session.send(person, { text: 'Hello again' });
    assert.deepEqual(endOf(report), ['sent'], `${person}: ${session.notes.at(-1) ?? ''}`);
    assert.deepEqual(await session.deliveredTo(person), ['Hello again'], person);
  }

  /**
   * Sends a message whose result the page doesn't show. Then the other person writes before the agent checks the message, so the
   * link to the sender moves to the newer message.
   */
  async function findsLater(person: string, found: string[], text = 'Hello again'): Promise<void> {
    let tail: string[] = [];
    const beforeSend = (note: { tail: string[] }) => {
      tail = note.tail;
      return Promise.resolve({ maySend: true } as const);
    };
    const report = await session.send(person, { text, beforeSend, timing: { outcomeMs: 2500 } });
    assert.deepEqual(endOf(report), ['unknown', 'no_bubble'], person);
    await session.sandbox.receive({ account: 'sender', from: person, text: 'Hello?' });
    const note = { tail, at: '2026-01-01T00:00:00.000Z', account: null };
    assert.deepEqual(endOf(await session.check(person, { text, note })), found, person);
  }

  async function skipsTalkers(): Promise<void> {
    const job = { skipsConversations: true, text: 'Not for talkers' };
    assert.deepEqual(endOf(await session.send('talker', job)), ['skipped', 'conversation']);
    assert.deepEqual(endOf(await session.send('listener', job)), ['sent'], 'only the account has written there');
  }

  for (const layout of layouts.filter(({ isPartOfOthers }) => isLongRun || isPartOfOthers !== true)) {
    const { states, language, isAboutSearch } = layout;
    const isNewest = states === newest;
    const wholePages = isLongRun || isNewest ? [false, true] : [false];
    for (const isWholePage of wholePages) {
      const form = { ...layout, states: isWholePage ? [...states, 'full_page_thread' as const] : states };
      test(`works in the language ${language ?? 'en'} with ${form.states.join(', ')}`, async () => {
        await enterAs(form);
        await sendsTo('known');
        if (isLongRun || isNewest) await sendsTo('plain');
        // A search opens the conversation as a full page in any case.
        if (isLongRun || (isAboutSearch && !isWholePage)) await sendsTo('hidden');
        if (isLongRun || (states.includes('search_handle_first') && !isWholePage)) await sendsTo('renamed');
        if (isLongRun || isNewest || states.includes('avatar_last')) {
          await findsLater('lost', ['sent']);
          await findsLater('kept', ['failed', 'not_sent']);
          await skipsTalkers();
        }
        assert.ok(
          (await session.sandbox.deliveries()).every(({ to }) => people.some(({ username }) => username === to)),
        );
      });
    }
  }

  test('recognizes the agent’s message by other signs, or reports that the author is unclear, if the page does not show who wrote it', async () => {
    await enterAs({ states: ['rows_full_width', 'avatar_last'] });
    await sendsTo('known');
    await findsLater('lost', ['unknown', 'author_unclear']);
    await findsLater('kept', ['unknown', 'history_not_shown'], 'Another offer');
    const job = { skipsConversations: true, text: 'Not for talkers' };
    assert.deepEqual(endOf(await session.send('listener', job)), ['failed', 'authors_not_shown']);
    assert.deepEqual(
      endOf(await session.send('talker', job)),
      ['skipped', 'conversation'],
      'a link shows that the person has written',
    );
  });
});
