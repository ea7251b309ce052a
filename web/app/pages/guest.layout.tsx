import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/** Returns the page that the user requested before signing in, or null if the user requested no page. */
function useAskedPage(): string | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('askedPage' in state)) return null;
  return typeof state.askedPage === 'string' ? state.askedPage : null;
}

/**
 * The layout for sign-in, registration and forgotten passwords. Redirects signed-in users to the page they requested before signing in or,
 * if there is none, to the dashboard.
 */
export default function GuestLayout() {
  const { status } = useSession();
  const asked = useAskedPage();
  if (status === 'checking') return <LoadingScreen />;
  if (status === 'signed-in') return <Navigate to={asked ?? '/dashboard'} replace />;
  return <Outlet />;
}
