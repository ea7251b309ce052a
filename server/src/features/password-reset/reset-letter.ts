import { productName } from '@sandpiper/contract/limits';
import { letterOf } from '../mail/letter.service.ts';
import type { Letter } from '../mail/letter.service.ts';

export function resetLetter(username: string, url: string): Letter {
  return letterOf({
    subject: `Set a new ${productName} password`,
    sections: [
      {
        title: `Set a new password for ${username}`,
        paragraphs: [
          'Someone used the sign-in page to request a new password for your user account. If it was you, open this link within 30 minutes of your request. If you requested several emails, only the newest link works.',
        ],
        link: { label: 'Set a new password', url },
      },
    ],
    footer: [{ text: 'If it wasn’t you, ignore this email. Your password stays as it is.' }],
  });
}
