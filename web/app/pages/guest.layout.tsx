import { Navigate, Outlet, useSearchParams } from 'react-router';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/** Sign-in and registration. Signed-in users are redirected, after a pairing link back to the pairing. */
export default function GuestLayout() {
  const { status } = useSession();
  const [params] = useSearchParams();
  const next = params.get('next') ?? '';
  if (status === 'checking') return <LoadingScreen />;
  if (status === 'signed-in') return <Navigate to={next.startsWith('/link?') ? next : '/dashboard'} replace />;
  return <Outlet />;
}
