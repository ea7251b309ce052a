import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInPack } from './pack/built-in.pack.ts';
import { outlineOf, withTexts } from './page.view.ts';
import { stopOrLanguage } from '../stop-reasons/dialog.stops.ts';

const secret = 'Something between two people';
const seen = {
  url: 'https://site.example/direct/t/1/',
  language: 'en',
  isReady: true,
  login: { hasPassword: false, canBegin: false, hasLink: false, hasNoViewer: false, words: '', alerts: [] },
  hasInboxLink: true,
  dialogs: [],
  main: `Alice ${secret}`,
  profile: null,
  chats: [
    {
      handles: ['alice'],
      hasList: true,
      isLoading: false,
      composer: secret,
      messages: [{ text: secret, author: 'their' as const, isFailed: false, isSending: false, marks: [] }],
      notices: [`They replied: ${secret}`],
      newestNotices: [`They replied: ${secret}`],
      rest: `Alice ${secret}`,
      isRequestPending: false,
      canClose: true,
    },
  ],
  search: null,
  badge: null,
};
const view = withTexts(seen, builtInPack);

test('a page’s description in the log contains no messages', () => {
  const outline = outlineOf(view);
  assert.ok(!outline.includes(secret), outline);
  assert.match(outline, /"handles":\["alice"\].*"messages":1,"notices":1,"newestNotices":1,"rest":\d+/u);
  const bare = { ...view, chats: [] };
  assert.ok(!outlineOf(bare).includes(secret), 'the page may be the inbox or a conversation that was not recognized');
  const elsewhere = { ...bare, url: 'https://site.example/alice/', main: 'Sorry, this page' };
  assert.match(outlineOf(elsewhere), /"main":"Sorry, this page"/u);
  assert.equal(outlineOf(null), 'null');
});

test('a page stops the account if it states no language, or a language that the agent cannot send in', () => {
  assert.equal(stopOrLanguage(view), null);
  for (const language of ['', 'fi', 'ar'])
    assert.equal(
      stopOrLanguage(withTexts({ ...seen, language }, builtInPack))?.reason,
      'unsupported_language',
      language,
    );
});
