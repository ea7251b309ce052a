import { Stack } from '@mantine/core';
import { BackupsPanel } from '../features/backups/backups-panel.tsx';
import { RestorePanel } from '../features/backups/restore-panel.tsx';
import { InvitationsPanel } from '../features/registration/invitations-panel.tsx';
import { RegistrationPanel } from '../features/registration/registration-panel.tsx';
import { RetentionPanel } from '../features/retention/retention-panel.tsx';

/** The panels of the server screen, which only administrators can see. */
export function ServerPanels() {
  return (
    <Stack>
      <RestorePanel />
      <RegistrationPanel />
      <InvitationsPanel />
      <RetentionPanel />
      <BackupsPanel />
    </Stack>
  );
}
