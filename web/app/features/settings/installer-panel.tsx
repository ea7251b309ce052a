import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { agentProductName } from '@sandpiper/contract/limits';
import { IconBrandWindows, IconPackage } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { toast } from '../../platform/toasts.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useDownloadInstaller, useInstallerFiles, type InstallerKind } from './installer.queries.ts';

const buttons = [
  { kind: 'windows', label: 'Download for Windows', Icon: IconBrandWindows },
  { kind: 'npm', label: 'For Linux and macOS', Icon: IconPackage },
] as const;

const sizeText = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

function Downloads({ navigate }: { navigate: (url: string) => void }) {
  const { data, isError, refetch } = useInstallerFiles();
  const hasSubscription = useHasSubscription();
  const download = useDownloadInstaller(navigate);

  function press(kind: InstallerKind) {
    if (hasSubscription) download.mutate(kind);
    else toast.error(`Your subscription has expired. Please renew to download ${agentProductName}.`);
  }

  if (data === undefined && isError) return <LoadFailed what="The downloads" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={{ base: 80, xs: 36 }} />;
  const offered = buttons.flatMap((button) => {
    const file = data.files.find((each) => each.kind === button.kind);
    return file === undefined ? [] : [{ ...button, file }];
  });
  if (offered.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        This server was set up without the installer. Ask its administrator.
      </Text>
    );
  }
  return (
    <Stack>
      <Group gap="xs">
        {offered.map(({ kind, label, Icon, file }) => (
          <Button
            key={kind}
            variant={kind === 'windows' ? 'filled' : 'default'}
            leftSection={<Icon size={16} aria-hidden />}
            // Not `disabled`: a press explains why nothing is downloaded.
            {...(hasSubscription ? {} : { 'data-disabled': true, 'aria-disabled': true })}
            loading={download.isPending && download.variables === kind}
            title={`${file.file_name}, version ${file.version}`}
            onClick={() => press(kind)}
          >
            {label} ({sizeText(file.size_bytes)})
          </Button>
        ))}
      </Group>
      {offered.map(({ kind, file }) => (
        <FirstSteps key={kind} kind={kind} fileName={file.file_name} />
      ))}
    </Stack>
  );
}

type InstallerPanelProps = {
  /** Goes to an address; the browser's own way unless a test says otherwise. */
  navigate?: (url: string) => void;
};

export function InstallerPanel({ navigate = (url) => window.location.assign(url) }: InstallerPanelProps) {
  return (
    <Panel title={agentProductName} subtitle="The program that works in your Firefox, on your computer.">
      <Stack>
        <Text size="sm">
          It needs Firefox. When it starts for the first time, it shows a code, and you{' '}
          <Anchor component={Link} to="/link" inherit underline="always">
            confirm the code here
          </Anchor>
          .
        </Text>
        <Downloads navigate={navigate} />
      </Stack>
    </Panel>
  );
}
