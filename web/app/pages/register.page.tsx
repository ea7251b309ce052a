import { useNavigate, useSearchParams } from 'react-router';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { InvitedForm } from '../features/session/invited-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';

const texts = sessionTexts.register;

/** Returns the address of the sign-in page, without the invitation, which isn't needed there. */
function loginPath(params: URLSearchParams): string {
  const others = new URLSearchParams(params);
  others.delete('invitation');
  return others.size === 0 ? '/login' : `/login?${others.toString()}`;
}

export default function RegisterPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const login = loginPath(params);
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text={texts.hasAccount} to={login}>
          {texts.signIn}
        </OtherWay>
      }
    >
      <InvitedForm invitation={params.get('invitation')} onRegistered={() => void navigate(login)} />
    </GuestFrame>
  );
}
