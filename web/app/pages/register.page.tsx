import { useLocation, useNavigate } from 'react-router';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { RegisterForm } from '../features/session/register-form.tsx';

export default function RegisterPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <GuestFrame
      title="Create Your Account"
      subtitle="A name and a password are all it takes."
      other={
        <OtherWay text="Already have an account?" to={`/login${search}`}>
          Sign In
        </OtherWay>
      }
    >
      <RegisterForm onRegistered={() => void navigate(`/login${search}`)} />
    </GuestFrame>
  );
}
