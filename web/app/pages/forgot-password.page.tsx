import { ForgotPasswordForm } from '../features/session/forgot-password.tsx';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { forgotPasswordTexts as texts } from '../features/session/forgot-password.texts.ts';
import { registerTexts } from '../features/session/register.texts.ts';

export default function ForgotPasswordPage() {
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text={texts.remembered} to="/login">
          {registerTexts.signIn}
        </OtherWay>
      }
    >
      <ForgotPasswordForm />
    </GuestFrame>
  );
}
