import { withPlaceholders } from './placeholders.ts';

/**
 * Russian, from sign-in screens seen in September 2026 and a table of interface strings. The evidence for "Отправить сообщение" and for the
 * missing page's text is weak. The wording of the new-message dialog, refusals, limits and failures is unknown.
 */
export const ru = withPlaceholders('Текст', {
  message: 'Сообщение',
  sendMessage: 'Отправить сообщение',
  notNow: 'Не сейчас',
  notNowCapital: 'Не сейчас',
  close: 'Закрыть',
  notAvailable: 'страница недоступна',
  continue: 'Продолжить',
  logIntoAnother: 'Войти в другой аккаунт',
  useAnotherProfile: 'Использовать другой профиль',
  thisWasMe: 'Это я',
  send: 'Отправить',
  logIn: 'Войти',
});
