import { withPlaceholders } from './placeholders.ts';

/** Indonesian, from three public sources. Few texts outside the conversation itself are known. */
export const id = withPlaceholders('Teks', {
  message: 'Kirim Pesan',
  messagePlaceholder: 'Pesan…',
  send: 'Kirim',
});
