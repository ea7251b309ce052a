import { Navigate, Outlet } from 'react-router';
import { useAskedPage } from '../platform/asked-page.ts';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/**
 * The layout for sign-in, registration and forgotten passwords. Redirects signed-in users to the page they asked for before they signed in
 * or, if there is none, to the dashboard.
 */
export default function GuestLayout() {
  const { status } = useSession();
  const asked = useAskedPage();
  if (status === 'checking') return <LoadingScreen />;
  if (status === 'signed-in') return <Navigate to={asked ?? '/dashboard'} replace />;
  return <Outlet />;
}
