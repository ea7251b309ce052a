import { withPlaceholders } from './placeholders.ts';

/**
 * Japanese, from a table of interface strings. The evidence for "メッセージを送信" is weak. The wording of the new-message dialog, refusals, limits
 * and failures is unknown.
 */
export const ja = withPlaceholders('テキスト', {
  message: 'メッセージ',
  sendMessage: 'メッセージを送信',
  notAvailable: 'このページはご利用いただけません',
  send: '送信',
  logIn: 'ログイン',
});
