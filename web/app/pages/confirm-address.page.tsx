import { ConfirmAddress } from '../features/mail-address/confirm-address.tsx';
import { mailAddressTexts } from '../features/mail-address/mail-address.texts.ts';
import { MailLinkFrame } from '../features/session/mail-link-frame.tsx';

const { title, subtitle, toSettings } = mailAddressTexts.confirm;

export default function ConfirmAddressPage() {
  return (
    <MailLinkFrame title={title} subtitle={subtitle} next={{ to: '/settings', text: toSettings }}>
      {(token) => <ConfirmAddress token={token} />}
    </MailLinkFrame>
  );
}
