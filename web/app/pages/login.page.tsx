import { useLocation } from 'react-router';
import { ForgotPasswordLink } from '../features/session/forgot-password.tsx';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { AskForAccount } from '../features/session/invited-form.tsx';
import { LoginForm } from '../features/session/login-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { useSignInOptions } from '../platform/sign-in-options.ts';

const texts = sessionTexts.login;

export default function LoginPage() {
  const { search } = useLocation();
  const options = useSignInOptions();
  const registration = options?.registration ?? 'open';
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        registration === 'open' ? (
          <OtherWay text={texts.noAccount} to={`/register${search}`}>
            {texts.signUp}
          </OtherWay>
        ) : (
          <>
            {texts.noAccount} <AskForAccount text={texts.ask[registration]} />
          </>
        )
      }
    >
      <LoginForm />
      <ForgotPasswordLink canReset={options?.can_reset_password ?? false} />
    </GuestFrame>
  );
}
