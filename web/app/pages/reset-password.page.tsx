import { useNavigate } from 'react-router';
import { ResetPasswordForm } from '../features/session/forgot-password.tsx';
import { MailLinkFrame } from '../features/session/mail-link-frame.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';

const { resetTitle, resetSubtitle, again } = sessionTexts.forgot;

export default function ResetPasswordPage() {
  const navigate = useNavigate();
  return (
    <MailLinkFrame title={resetTitle} subtitle={resetSubtitle} next={{ to: '/forgot-password', text: again }}>
      {(token) => <ResetPasswordForm token={token} onDone={() => void navigate('/login')} />}
    </MailLinkFrame>
  );
}
