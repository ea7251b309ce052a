import { Navigate, Outlet, useSearchParams } from 'react-router';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/**
 * The layout for sign-in and registration. Redirects signed-in users to the dashboard, or to the pairing page if they came from a pairing
 * link.
 */
export default function GuestLayout() {
  const { status } = useSession();
  const [params] = useSearchParams();
  const next = params.get('next') ?? '';
  if (status === 'checking') return <LoadingScreen />;
  if (status === 'signed-in') return <Navigate to={next.startsWith('/link?') ? next : '/dashboard'} replace />;
  return <Outlet />;
}
