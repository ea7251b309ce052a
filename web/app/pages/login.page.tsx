import { useLocation } from 'react-router';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { LoginForm } from '../features/session/login-form.tsx';

export default function LoginPage() {
  const { search } = useLocation();
  return (
    <GuestFrame
      title="Welcome to Sandpiper!"
      subtitle="Sign in securely to go on with your outreach."
      other={
        <OtherWay text="No account yet?" to={`/register${search}`}>
          Sign Up
        </OtherWay>
      }
    >
      <LoginForm />
    </GuestFrame>
  );
}
