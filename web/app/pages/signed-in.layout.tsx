import { Navigate, useLocation } from 'react-router';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { LiveProvider } from '../platform/live.tsx';
import { useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';

/** The guard of every signed-in screen, and what they all have around them. */
export default function SignedInLayout() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  // Asked together with the session, so that a notice about the agent never pushes a page down that is already there.
  const agent = useAgentPresence();
  if (status === 'checking' || (status === 'signed-in' && !agent.isFetched)) return <LoadingScreen />;
  if (status === 'signed-out') {
    const next = pathname === '/link' && search !== '' ? `?next=${encodeURIComponent(pathname + search)}` : '';
    return <Navigate to={`/login${next}`} replace />;
  }
  return (
    <LiveProvider>
      <SignedInFrame />
    </LiveProvider>
  );
}
