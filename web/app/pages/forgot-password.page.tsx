import { ForgotPasswordForm } from '../features/session/forgot-password.tsx';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';

const texts = sessionTexts.forgot;

export default function ForgotPasswordPage() {
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text={texts.remembered} to="/login">
          {sessionTexts.register.signIn}
        </OtherWay>
      }
    >
      <ForgotPasswordForm />
    </GuestFrame>
  );
}
