import { unsubscribeTexts } from '../features/notices/unsubscribe.texts.ts';
import { Unsubscribe } from '../features/notices/unsubscribe.tsx';
import { MailLinkFrame } from '../features/session/mail-link-frame.tsx';

const { title, subtitle, toSandpiper } = unsubscribeTexts;

export default function UnsubscribePage() {
  return (
    <MailLinkFrame title={title} subtitle={subtitle} next={{ to: '/dashboard', text: toSandpiper }}>
      {(token) => <Unsubscribe token={token} />}
    </MailLinkFrame>
  );
}
