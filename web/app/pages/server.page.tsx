import { Stack } from '@mantine/core';
import { BackupsPanel } from '../features/backups/backups-panel.tsx';
import { backupsTexts } from '../features/backups/backups.texts.ts';
import { RestorePanel } from '../features/backups/restore-panel.tsx';
import { InvitationsPanel } from '../features/registration/invitations-panel.tsx';
import { RegistrationPanel } from '../features/registration/registration-panel.tsx';
import { useUser } from '../platform/session.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** Everybody but administrators sees only an explanation; the server refuses them too. */
export default function ServerPage() {
  const isAdmin = useUser().role === 'admin';
  const { title, description, forAdministrators } = backupsTexts;
  if (!isAdmin) return <PageHeader title={title} description={forAdministrators} />;
  return (
    <>
      <PageHeader title={title} description={description} />
      <Stack>
        <RestorePanel />
        <RegistrationPanel />
        <InvitationsPanel />
        <BackupsPanel />
      </Stack>
    </>
  );
}
