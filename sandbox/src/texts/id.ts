import { withPlaceholders } from './placeholders.ts';

/** Indonesian, from three public sources. Little wording outside the conversation itself is known. */
export const id = withPlaceholders('Teks', {
  message: 'Kirim Pesan',
  messagePlaceholder: 'Pesan…',
  send: 'Kirim',
});
