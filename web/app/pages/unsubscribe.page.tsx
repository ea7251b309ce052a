import { useSearchParams } from 'react-router';
import { noticesTexts } from '../features/notices/notices.texts.ts';
import { Unsubscribe } from '../features/notices/unsubscribe.tsx';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';

const texts = noticesTexts.unsubscribe;

/** The link at the end of a mail leads here, also on a device where nobody is signed in. */
export default function UnsubscribePage() {
  const [params] = useSearchParams();
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text="" to="/dashboard">
          {texts.toSandpiper}
        </OtherWay>
      }
    >
      <Unsubscribe token={params.get('token') ?? ''} />
    </GuestFrame>
  );
}
