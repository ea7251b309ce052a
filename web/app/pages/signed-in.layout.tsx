import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { createPath, Navigate, useLocation } from 'react-router';
import { LoadingFrame } from '../features/shell/loading-frame.tsx';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { useIsOthersPage } from '../platform/last-user.ts';
import { LiveProvider } from '../platform/live.tsx';
import { sessionKey, useSession } from '../platform/session.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { publicTexts } from '../ui/public.texts.ts';
import { SignedInFrame } from './signed-in-frame.tsx';

const DeletionPending = lazyPart(async () => (await import('./deletion-pending.tsx')).DeletionPending);

const TwoFactorRequired = lazyPart(async () => (await import('./two-factor-required.tsx')).TwoFactorRequired);

/**
 * The layout of all signed-in screens. Redirects guests to the sign-in page, which returns them to the page they requested. If the
 * tab still shows a page that another user left open, redirects to the dashboard.
 */
export default function SignedInLayout() {
  const { status, user, hasSignedOut } = useSession();
  const page = createPath(useLocation());
  const queryClient = useQueryClient();
  // Fetch the agent's presence in parallel with the session, so that notices about the agent appear early.
  useAgentPresence();
  const mustSetUp = user?.must_set_up_two_factor === true;
  // The setup stays open until the user has seen the recovery codes, although the server considers it complete before that.
  const [settingUpFor, setSettingUpFor] = useState<number | null>(null);
  const isOthersPage = useIsOthersPage(user?.id, page);
  if (status === 'checking') {
    return (
      <>
        <title>{publicTexts.productName}</title>
        <LoadingFrame />
      </>
    );
  }
  if (status === 'signed-out') {
    // The sign-in page remembers which page the user requested, unless the user has signed out in this tab.
    const state = hasSignedOut() ? null : { askedPage: page };
    return <Navigate to="/login" replace state={state} />;
  }
  if (isOthersPage) return <Navigate to="/dashboard" replace />;
  if (user?.deletion_due_at !== undefined) {
    return (
      <LiveProvider>
        <Suspense fallback={<LoadingScreen />}>
          <DeletionPending dueAt={user.deletion_due_at} />
        </Suspense>
      </LiveProvider>
    );
  }
  if (!mustSetUp && settingUpFor !== user?.id) {
    return (
      <LiveProvider>
        <SignedInFrame />
      </LiveProvider>
    );
  }
  const finish = () => {
    setSettingUpFor(null);
    void queryClient.invalidateQueries({ queryKey: sessionKey });
  };
  return (
    <Suspense fallback={<LoadingScreen />}>
      <TwoFactorRequired onOpen={() => setSettingUpFor(user.id)} onClose={finish} />
    </Suspense>
  );
}
