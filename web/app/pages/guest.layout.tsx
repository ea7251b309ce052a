import { Navigate, Outlet, useSearchParams } from 'react-router';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/**
 * The layout for sign-in, registration and forgotten passwords. Redirects users who are already signed in: to the pairing page if they
 * opened a pairing link, otherwise to the dashboard.
 */
export default function GuestLayout() {
  const { status } = useSession();
  const [params] = useSearchParams();
  const next = params.get('next') ?? '';
  if (status === 'checking') return <LoadingScreen />;
  if (status === 'signed-in') return <Navigate to={next.startsWith('/link?') ? next : '/dashboard'} replace />;
  return <Outlet />;
}
