import { withPlaceholders } from './placeholders.ts';

/**
 * Turkish, from the 2026 source code of another program that sends messages, and two tables of interface strings. The wording of the "…"
 * menu, refusals, limits and failures is unknown.
 */
export const tr = withPlaceholders('Metin', {
  message: 'Mesaj Gönder',
  newMessage: 'Yeni Mesaj',
  chat: 'Sohbet',
  searchPlaceholder: 'Ara',
  notNow: 'Şimdi Değil',
  notNowCapital: 'Şimdi Değil',
  close: 'Kapat',
  notAvailable: 'Üzgünüz, bu sayfaya ulaşılamıyor',
  privateAccount: 'Bu hesap gizli',
  requested: 'İstek Gönderildi',
});
