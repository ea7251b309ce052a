import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatView } from '../page/page.view.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import { unknownNoticeIn } from './unknown-notice.ts';

function noticeIn(language: string, line: string): string {
  const chat: ChatView = {
    handles: ['mia'],
    hasList: true,
    isLoading: false,
    composer: '',
    messages: [{ text: 'Hello', author: 'own', isFailed: false, isSending: false, marks: [] }],
    notices: [line],
    newestNotices: [line],
    rest: '',
    isRequestPending: false,
    canClose: true,
  };
  const texts = builtInPack.languages.get(language)?.texts ?? builtInPack.english;
  return unknownNoticeIn(chat, texts, { text: 'Hello', before: { tail: [], notices: [] } })?.outcome ?? 'none';
}

test('a sentence under the message makes the outcome unknown, even in a script that needs fewer characters', () => {
  assert.equal(noticeIn('en', 'This mailbox prefers to hear from friends.'), 'unknown');
  // "This account can't receive messages."
  assert.equal(noticeIn('ko', '메시지를 받을 수 없는 계정입니다.'), 'unknown');
  assert.equal(noticeIn('ja', 'メッセージを送信できませんでした'), 'unknown');
});

test('times and short labels under the message do not make the outcome unknown', () => {
  for (const line of ['Seen', 'Seen just now', 'Yesterday 14:21']) assert.equal(noticeIn('en', line), 'none', line);
  for (const line of ['읽음', '방금 전에 읽음', '어제 오후 2:21']) assert.equal(noticeIn('ko', line), 'none', line);
});
