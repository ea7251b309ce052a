import { withPlaceholders } from './placeholders.ts';

/**
 * German, from public sources that span several years. The wording of the Message button and that of the cookie dialog's button each come
 * from only one weak source. The wording of the "…" menu, the new-message dialog, refusals, limits and failures is unknown.
 */
export const de = withPlaceholders('Text', {
  message: 'Nachricht',
  notNow: 'Jetzt nicht',
  notNowCapital: 'Jetzt nicht',
  close: 'Schließen',
  cookieEssential: 'Nur erforderliche Cookies erlauben',
  notAvailable: 'Diese Seite ist leider nicht verfügbar',
  privateAccount: 'Dieses Konto ist privat',
  saveInfo: 'Informationen speichern',
  send: 'Senden',
});
