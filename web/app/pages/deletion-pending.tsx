import { Stack } from '@mantine/core';
import { DataExportPanel } from '../features/data-export/data-export-panel.tsx';
import { GuestFrame } from '../features/session/guest-frame.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { KeepUser } from '../features/user-deletion/keep-user.tsx';
import { userDeletionTexts } from '../features/user-deletion/user-deletion.texts.ts';
import { useRefetchOnEvent } from '../platform/refetch-on-event.ts';
import { sessionKey, useSession } from '../platform/session.tsx';
import { toast, toastMs } from '../platform/toasts.tsx';

/** Replaces every signed-in screen while the user account is scheduled for deletion. */
export function DeletionPending({ dueAt }: { dueAt: string }) {
  const session = useSession();
  // The user might cancel the deletion in another tab.
  useRefetchOnEvent('user_update', sessionKey, 0);

  function logOut() {
    session.end();
    toast.success(sessionTexts.loggedOut, { ms: toastMs.sessionSuccess });
  }

  return (
    <GuestFrame title={userDeletionTexts.pending.title} subtitle={session.user?.username ?? ''} other="">
      <Stack>
        <KeepUser dueAt={dueAt} onLogout={logOut} />
        <DataExportPanel />
      </Stack>
    </GuestFrame>
  );
}
