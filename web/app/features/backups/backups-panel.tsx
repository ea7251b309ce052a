import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Backups } from '@sandpiper/contract/backups';
import { formatBytes } from '../../platform/numbers.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { ExactTime } from '../../ui/relative-time.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { downloadBackup, useBackUpNow, useBackups } from './backups.queries.ts';
import { backupsTexts } from './backups.texts.ts';

const texts = backupsTexts.panel;

function BackupFiles({ files }: { files: Backups['files'] }) {
  const { run, dialog } = useRecentSignIn(texts.toDownload);
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {files.map(({ name, made_at, size_bytes }) => (
        <Group key={name} component="li" justify="space-between" wrap="nowrap">
          <Text size="sm">
            <ExactTime at={made_at} />{' '}
            <Text span size="sm" c="dimmed">
              {formatBytes(size_bytes)}
            </Text>
          </Text>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={texts.downloadOf(name)}
            onClick={() => void downloadBackup(name, run)}
          >
            {texts.download}
          </Button>
        </Group>
      ))}
      {dialog}
    </Stack>
  );
}

function BackupState({ backups }: { backups: Backups }) {
  const { every_hours, keep, files, last_failure, is_under_way } = backups;
  const [newest] = files;
  return (
    <Stack gap="sm">
      <Text size="sm">{every_hours === 0 ? texts.never : texts.every(every_hours, keep)}</Text>
      {last_failure !== null && (
        <Alert color="red" variant="light" title={texts.lastFailure} role="note">
          <ExactTime at={last_failure.at} /> · {texts.lastFailureText(last_failure.error)}
        </Alert>
      )}
      <Text size="sm" fw={500} role="status">
        {is_under_way && `${texts.underWay} `}
        {newest === undefined ? texts.none : <RichText text={texts.newest} tags={{ time: timeAt(newest.made_at) }} />}
      </Text>
      {files.length > 0 && <BackupFiles files={files} />}
      <Text size="sm" c="dimmed">
        {texts.otherDisk}
      </Text>
    </Stack>
  );
}

/** Shows the backups of the embedded database. With an external database server, explains that Sandpiper makes no backups. */
export function BackupsPanel() {
  const { data, isError, refetch } = useBackups();
  const backUp = useBackUpNow();
  if (isError && data === undefined) return <LoadFailed what={backupsTexts.what} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={{ base: 240, sm: 179 }} />;
  if (data.database === 'server') {
    return (
      <Panel title={backupsTexts.onServer.title}>
        <Text size="sm">{backupsTexts.onServer.text}</Text>
      </Panel>
    );
  }
  return (
    <Panel
      title={texts.title}
      actions={
        <Button loading={backUp.isPending || data.is_under_way} onClick={() => backUp.mutate()}>
          {texts.now}
        </Button>
      }
    >
      <BackupState backups={data} />
    </Panel>
  );
}
