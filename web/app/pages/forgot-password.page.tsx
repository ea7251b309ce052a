import { ForgotPasswordForm } from '../features/session/forgot-password.tsx';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { forgotPasswordTexts as texts } from '../features/session/forgot-password.texts.ts';
import { registrationTexts } from '../features/session/registration.texts.ts';

export default function ForgotPasswordPage() {
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text={texts.remembered} to="/login">
          {registrationTexts.signIn}
        </OtherWay>
      }
    >
      <ForgotPasswordForm />
    </GuestFrame>
  );
}
