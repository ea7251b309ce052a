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
          'Someone requested a new password for this user on the sign-in page. If it was you, open this link within 30 minutes. Only the newest link works:',
        ],
        link: { label: 'Set a new password', url },
      },
    ],
    footer: [{ text: "If it wasn't you, ignore this email. Your password stays as it is." }],
  });
}
