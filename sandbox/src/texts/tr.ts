import { withPlaceholders } from './placeholders.ts';

/** Turkish, from a sending program from 2026 and two tables of texts. The "…" menu, refusals, limits and failures are unknown. */
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
