import { useSearchParams } from 'react-router';
import { ConfirmAddress } from '../features/mail-address/confirm-address.tsx';
import { mailAddressTexts } from '../features/mail-address/mail-address.texts.ts';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';

const texts = mailAddressTexts.confirm;

/** The link in a mail leads here, also on a device where nobody is signed in. */
export default function ConfirmAddressPage() {
  const [params] = useSearchParams();
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text="" to="/settings">
          {texts.toSettings}
        </OtherWay>
      }
    >
      <ConfirmAddress token={params.get('token') ?? ''} />
    </GuestFrame>
  );
}
