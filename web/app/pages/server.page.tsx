import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { backupsTexts } from '../features/backups/backups.texts.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { useUser } from '../platform/session.tsx';
import { PageHeader } from '../ui/page-header.tsx';

// Loaded on demand, because few users are administrators.
const ServerPanels = lazyPart(async () => (await import('./server-panels.tsx')).ServerPanels);

/** The server settings, for administrators only. Other users see an explanation instead. The server also rejects their requests. */
export default function ServerPage() {
  const isAdmin = useUser().role === 'admin';
  const { title, description, forAdministrators } = backupsTexts;
  if (!isAdmin) return <PageHeader title={title} description={forAdministrators} />;
  return (
    <>
      <PageHeader title={title} description={description} />
      <Suspense fallback={<Skeleton height={580} />}>
        <ServerPanels />
      </Suspense>
    </>
  );
}
