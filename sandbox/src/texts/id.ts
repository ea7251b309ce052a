import { withPlaceholders } from './placeholders.ts';

/** Indonesian, from three public sources. Little is known beyond the conversation itself. */
export const id = withPlaceholders('Teks', {
  message: 'Kirim Pesan',
  messagePlaceholder: 'Pesan…',
  send: 'Kirim',
});
