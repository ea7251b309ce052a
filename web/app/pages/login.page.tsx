import { useLocation } from 'react-router';
import { ForgotPasswordLink } from '../features/session/forgot-password.tsx';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { LoginForm } from '../features/session/login-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';

const texts = sessionTexts.login;

export default function LoginPage() {
  const { search } = useLocation();
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text={texts.noAccount} to={`/register${search}`}>
          {texts.signUp}
        </OtherWay>
      }
    >
      <LoginForm />
      <ForgotPasswordLink />
    </GuestFrame>
  );
}
