import { withPlaceholders } from './placeholders.ts';

/**
 * Japanese, from a table of texts. The evidence for "メッセージを送信" is weak. The texts of the new-message dialog, refusals, limits
 * and failures are unknown.
 */
export const ja = withPlaceholders('テキスト', {
  message: 'メッセージ',
  sendMessage: 'メッセージを送信',
  notAvailable: 'このページはご利用いただけません',
  send: '送信',
  logIn: 'ログイン',
});
