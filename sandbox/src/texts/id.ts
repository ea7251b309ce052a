import { withPlaceholders } from './placeholders.ts';

/** Indonesian, from three public sources. Only the wording of the Message button, the composer and its button is known. */
export const id = withPlaceholders('Teks', {
  message: 'Kirim Pesan',
  messagePlaceholder: 'Pesan…',
  send: 'Kirim',
});
