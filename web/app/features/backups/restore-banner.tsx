import { Alert } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useUser } from '../../platform/session.tsx';
import { linkTo } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useRestore } from './backups.queries.ts';
import { backupsTexts } from './backups.texts.ts';

const texts = backupsTexts.restore;

/** A banner that administrators see on every screen until the restore is confirmed. */
export function RestoreBanner() {
  const isAdmin = useUser().role === 'admin';
  const { data } = useRestore(isAdmin);
  if (!isAdmin || data === undefined || data.restore === null) return null;
  return (
    <Alert color="red" variant="light" mb="md" icon={<IconHistory aria-hidden />} title={texts.bannerTitle} role="note">
      <RichText text={texts.banner} tags={{ link: linkTo('/server') }} />
    </Alert>
  );
}
