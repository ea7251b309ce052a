import { Navigate, useLocation } from 'react-router';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { LiveProvider } from '../platform/live.tsx';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { DeletionPending } from './deletion-pending.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';

/** The guard and the frame of every signed-in screen. */
export default function SignedInLayout() {
  const { status, user } = useSession();
  const { pathname, search } = useLocation();
  // Fetched together with the session, so that notices about the agent are early. The first screen does not wait for it.
  useAgentPresence();
  if (status === 'checking') return <LoadingScreen />;
  if (status === 'signed-out') {
    const next = pathname === '/link' && search !== '' ? `?next=${encodeURIComponent(pathname + search)}` : '';
    return <Navigate to={`/login${next}`} replace />;
  }
  return (
    <LiveProvider>
      {user?.deletion_due_at === undefined ? <SignedInFrame /> : <DeletionPending dueAt={user.deletion_due_at} />}
    </LiveProvider>
  );
}
