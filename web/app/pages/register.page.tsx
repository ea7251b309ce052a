import { useLocation, useNavigate } from 'react-router';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { RegisterForm } from '../features/session/register-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';

const texts = sessionTexts.register;

export default function RegisterPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <OtherWay text={texts.hasAccount} to={`/login${search}`}>
          {texts.signIn}
        </OtherWay>
      }
    >
      <RegisterForm onRegistered={() => void navigate(`/login${search}`)} />
    </GuestFrame>
  );
}
