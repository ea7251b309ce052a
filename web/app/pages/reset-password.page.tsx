import { useNavigate } from 'react-router';
import { ResetPasswordForm } from '../features/session/forgot-password.tsx';
import { MailLinkFrame } from '../features/session/mail-link-frame.tsx';
import { forgotPasswordTexts } from '../features/session/forgot-password.texts.ts';

const { resetTitle, resetSubtitle, again } = forgotPasswordTexts;

export default function ResetPasswordPage() {
  const navigate = useNavigate();
  return (
    <MailLinkFrame title={resetTitle} subtitle={resetSubtitle} next={{ to: '/forgot-password', text: again }}>
      {(token) => <ResetPasswordForm token={token} onDone={() => void navigate('/login')} />}
    </MailLinkFrame>
  );
}
