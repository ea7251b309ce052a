import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ChatView, PageMessage } from '../page/page.view.ts';
import { attemptOn, traceOf } from '../send/message.attempt.ts';
import { isMarkOf, markOf } from './message.marks.ts';
import { mayHide, tailOf, traceSince } from './thread.history.ts';

type Said = [author: PageMessage['author'], text: string];

function chatOf(said: Said[], composer = ''): ChatView {
  const messages = said.map(([author, text]) => ({ author, text, isFailed: false, isSending: false, marks: [] }));
  const shown = { handles: ['mia'], hasList: true, isLoading: false, isRequestPending: false, canClose: false };
  return { ...shown, composer, messages, notices: [], newestNotices: [], rest: '' };
}

/** Returns what `traceSince` finds out about the message "Offer" if the agent remembers `before` and then sees `after`. */
const traceOfOffer = (before: Said[], after: Said[]) => traceSince(tailOf(chatOf(before)), chatOf(after), 'Offer');

/**
 * Returns a mark in the format of earlier versions. Those versions never recorded an author as unknown. They treated a message without a
 * link to its sender as the account's own.
 */
function formerMark(author: 'own' | 'their', text: string): string {
  return createHash('sha256')
    .update(`${author}:${text.replaceAll(' ', '')}`)
    .digest('base64')
    .slice(0, 16);
}

describe('the trace of the agent’s message after the remembered messages', () => {
  const before: Said[] = [
    ['own', 'Hello'],
    ['their', 'Who is it?'],
  ];
  for (const [title, newer, trace] of [
    ['no message', [], 'none'],
    ['the agent’s text from the account', [['own', 'Offer']], 'ours'],
    ['another text from the account', [['own', 'Offer…']], 'differs'],
    ['the agent’s text from the other person', [['their', 'Offer']], 'differs'],
    ['another text from the other person', [['their', 'Well?']], 'none'],
    ['the agent’s text from an unknown author', [['unknown', 'Offer']], 'author_unclear'],
    ['another text from an unknown author', [['unknown', 'Well?']], 'author_unclear'],
    [
      'another text from an unknown author, and then the agent’s text from the account',
      [
        ['unknown', 'Well?'],
        ['own', 'Offer'],
      ],
      'ours',
    ],
  ] satisfies [string, Said[], string][]) {
    test(`is "${trace}" if they are followed by ${title}`, () =>
      assert.equal(traceOfOffer(before, [...before, ...newer]), trace));
  }

  test('the remembered messages are found even if the page does not always show their authors', () => {
    const vague: Said[] = before.map(([, text]) => ['unknown', text]);
    assert.equal(traceOfOffer(before, [...vague, ['own', 'Offer']]), 'ours');
    assert.equal(traceOfOffer(vague, before), 'none');
    assert.equal(traceOfOffer(vague, [...before, ['their', 'Well?']]), 'none');
  });

  test('the same text from a different author is not mistaken for a remembered message', () => {
    assert.equal(traceOfOffer([['their', 'Offer']], [['own', 'Offer']]), null);
  });

  test('a partial list that begins with the agent’s text does not prove that the agent’s message was not sent', () => {
    assert.equal(
      traceOfOffer([['their', 'Offer']], [['unknown', 'Offer']]),
      null,
      'the visible message may be by either person',
    );
    assert.equal(
      traceOfOffer([['unknown', 'Offer']], [['own', 'Offer']]),
      null,
      'the remembered message may be by either person',
    );
    const long: Said[] = [...before, ['own', 'Offer']];
    assert.equal(traceOfOffer(long, [['own', 'Offer']]), null, 'only the newest message is shown');
    assert.equal(traceOfOffer(long, long), 'none', 'all messages are shown');
    assert.equal(
      traceOfOffer([...before, ['their', 'Offer']], [['their', 'Offer']]),
      'none',
      'the visible message is by the other person',
    );
  });
});

describe('a conversation that was opened again, and shows no message of the agent’s after the remembered ones', () => {
  const hi: Said = ['own', 'Hi'];
  const offer: Said = ['own', 'Offer'];
  const ok: Said = ['their', 'Ok'];
  const thanks: Said = ['their', 'Thanks'];

  for (const [title, before, after] of [
    ['the conversation was empty, and shows only the other person’s messages', [], [ok]],
    ['the conversation was empty, and shows only messages by an unknown author', [], [['unknown', 'Ok']]],
    [
      'only the end of the remembered messages is visible, and the other person may have written it again',
      [hi, ok],
      [ok],
    ],
    ['all remembered messages are visible, but are by the other person, who may have written them again', [ok], [ok]],
    ['the same, followed by another message by the other person', [ok], [ok, thanks]],
    ['the remembered message by the account has the agent’s text', [offer, ok], [offer, ok]],
    ['the remembered messages by the account have the agent’s text', [offer, ok, offer, ok], [offer, ok, offer, ok]],
  ] satisfies [string, Said[], Said[]][]) {
    test(`may hide the agent’s message if ${title}`, () => {
      assert.ok(mayHide(tailOf(chatOf(before)), chatOf(after), 'Offer'));
    });
  }

  for (const [title, before, after] of [
    ['it was empty and still is', [], []],
    ['a remembered message by the account is visible', [hi, ok], [hi, ok]],
    ['the end of the remembered messages is visible, with a message by the account', [ok, hi, ok], [hi, ok, thanks]],
    ['a remembered copy of the agent’s text follows different messages', [thanks, offer, ok], [thanks, offer, ok]],
  ] satisfies [string, Said[], Said[]][]) {
    test(`does not hide the agent’s message if ${title}`, () => {
      assert.equal(traceOfOffer(before, after), 'none');
      assert.ok(!mayHide(tailOf(chatOf(before)), chatOf(after), 'Offer'));
    });
  }

  test('may hide the agent’s message if it only shows a different message that failed', () => {
    const failed: PageMessage = { text: 'Hi', author: 'own', isFailed: true, isSending: false, marks: [] };
    assert.ok(mayHide([], { ...chatOf([]), messages: [failed] }, 'Offer'));
    assert.ok(!mayHide([], { ...chatOf([]), messages: [failed] }, 'Hi'));
  });
});

describe('marks in the journal', () => {
  test('written by an earlier version still match their messages, even if that version assumed the wrong author', () => {
    assert.ok(isMarkOf(formerMark('own', 'Hello'), { author: 'own', text: 'Hello' }));
    assert.ok(
      isMarkOf(formerMark('own', 'Hello'), { author: 'their', text: 'Hello' }),
      'the message had no link to its sender',
    );
    assert.ok(isMarkOf(formerMark('own', 'Hello'), { author: 'unknown', text: 'Hello' }));
    assert.ok(isMarkOf(formerMark('their', 'Hello'), { author: 'unknown', text: 'Hello' }));
    assert.ok(!isMarkOf(formerMark('their', 'Hello'), { author: 'own', text: 'Hello' }));
    assert.ok(!isMarkOf(formerMark('own', 'Hello'), { author: 'own', text: 'Goodbye' }));
  });

  test('written by an earlier version still match incoming messages, even after the person has written again', () => {
    const noted = [formerMark('own', 'one'), formerMark('their', 'two')];
    const now = chatOf([
      ['their', 'one'],
      ['their', 'two'],
      ['their', 'three'],
      ['own', 'Offer'],
    ]);
    assert.equal(traceSince(noted, now, 'Offer'), 'ours');
    assert.equal(
      traceSince(
        noted,
        chatOf([
          ['their', 'one'],
          ['their', 'two'],
        ]),
        'Offer',
      ),
      'none',
    );
  });

  test('contain no text, and stay the same if only whitespace changes', () => {
    assert.doesNotMatch(markOf({ author: 'own', text: 'Hello' }), /Hello/u);
    assert.equal(markOf({ author: 'own', text: 'Hello  there' }), markOf({ author: 'own', text: 'Hello\nthere ' }));
  });
});

describe('a message whose author the page does not show', () => {
  const before = chatOf([['unknown', 'Hello']], 'Offer');
  const pressed = { ...attemptOn(before, 'mia', 'Offer'), isPressed: true };
  const after: Said[] = [
    ['unknown', 'Hello'],
    ['unknown', 'Offer'],
  ];

  test('is treated as the agent’s if the text has left the composer and the conversation contains one more copy of it', () => {
    assert.equal(traceOf(chatOf(after), pressed), 'ours');
  });

  test('is not treated as the agent’s if the text is still in the composer, Enter was not pressed, or a different text appeared', () => {
    assert.equal(traceOf(chatOf(after, 'Offer'), pressed), 'author_unclear');
    assert.equal(traceOf(chatOf(after), { ...pressed, isPressed: false }), 'author_unclear');
    assert.equal(
      traceOf(
        chatOf([
          ['unknown', 'Hello'],
          ['unknown', 'Well?'],
        ]),
        pressed,
      ),
      'author_unclear',
    );
  });

  test('is not treated as the agent’s if the same text was already there before', () => {
    const again = { ...attemptOn(chatOf(after, 'Offer'), 'mia', 'Offer'), isPressed: true };
    assert.equal(traceOf(chatOf([...after, ['unknown', 'Well?']]), again), 'author_unclear');
  });
});
