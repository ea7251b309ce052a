import { Navigate, Outlet, useLocation } from 'react-router';
import { LiveProvider } from '../platform/live.tsx';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/** The guard of every signed-in screen, and what they all have around them. */
export default function SignedInLayout() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'checking') return <LoadingScreen />;
  if (status === 'signed-out') {
    const next = pathname === '/link' && search !== '' ? `?next=${encodeURIComponent(pathname + search)}` : '';
    return <Navigate to={`/login${next}`} replace />;
  }
  return (
    <LiveProvider>
      <main style={{ padding: '1.5rem' }}>
        <Outlet />
      </main>
    </LiveProvider>
  );
}
