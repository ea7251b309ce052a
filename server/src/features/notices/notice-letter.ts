import { productName } from '@sandpiper/contract/limits';
import { letterOf } from '../mail/letter.service.ts';
import type { Letter } from '../mail/letter.service.ts';

type MailedNotice = { title: string; message: string; url: string };
type Links = { settingsUrl: string; unsubscribeUrl: string };

function subjectOf(notices: readonly MailedNotice[]): string {
  const [first] = notices;
  const title = first?.title ?? productName;
  return notices.length > 1 ? `${title} (and ${notices.length - 1} more)` : title;
}

function sectionOf({ title, message, url }: MailedNotice) {
  return { title, paragraphs: [message], link: { label: `Open in ${productName}`, url } };
}

/** Builds the last email to an address. This email has no unsubscribe link, because nothing else is sent to the address. */
export function addressChangedLetter(notice: MailedNotice): Letter {
  return letterOf({
    subject: notice.title,
    sections: [sectionOf(notice)],
    footer: [
      { text: `You’re getting this email because your user account in ${productName} used this address until now.` },
    ],
  });
}

/** Builds a notice email. The `List-Unsubscribe` headers make mail programs show an unsubscribe button. */
export function noticesLetter(notices: readonly MailedNotice[], { settingsUrl, unsubscribeUrl }: Links): Letter {
  return {
    ...letterOf({
      subject: subjectOf(notices),
      sections: notices.map(sectionOf),
      footer: [
        { text: `You’re getting this email because you confirmed this address in ${productName}.` },
        { text: 'Choose which notices are emailed:', link: { label: 'Settings', url: settingsUrl } },
        { text: 'Stop these emails:', link: { label: 'Unsubscribe', url: unsubscribeUrl } },
      ],
    }),
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
