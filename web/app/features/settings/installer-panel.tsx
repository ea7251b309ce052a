import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconBrandWindows, IconPackage } from '@tabler/icons-react';
import { useHasSubscription } from '../../platform/session.tsx';
import { toast } from '../../platform/toasts.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { linkTo } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { InstallSteps } from './install-steps.tsx';
import { useDownloadInstaller, useInstallerFiles, type InstallerKind } from './installer.queries.ts';
import { settingsTexts } from './settings.texts.ts';

const texts = settingsTexts.installer;

const buttons = [
  { kind: 'windows', label: texts.windows, Icon: IconBrandWindows },
  { kind: 'npm', label: texts.npm, Icon: IconPackage },
] as const;

function Downloads({ navigate }: { navigate: (url: string) => void }) {
  const { data, isError, refetch } = useInstallerFiles();
  const hasSubscription = useHasSubscription();
  const download = useDownloadInstaller(navigate);

  function press(kind: InstallerKind) {
    if (hasSubscription) download.mutate(kind);
    else toast.error(texts.expired);
  }

  if (data === undefined && isError) return <LoadFailed what={texts.what} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={{ base: 80, xs: 36 }} />;
  const offered = buttons.flatMap((button) => {
    const file = data.files.find((each) => each.kind === button.kind);
    return file === undefined ? [] : [{ ...button, file }];
  });
  if (offered.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
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
            // Not `disabled`, so that a click can explain why nothing is downloaded.
            {...(hasSubscription ? {} : { 'data-disabled': true, 'aria-disabled': true })}
            loading={download.isPending && download.variables === kind}
            title={texts.fileTitle(file.file_name, file.version)}
            onClick={() => press(kind)}
          >
            {texts.withSize(label, file.size_bytes)}
          </Button>
        ))}
      </Group>
      {offered.map(({ kind, file }) => (
        <InstallSteps key={kind} kind={kind} fileName={file.file_name} />
      ))}
    </Stack>
  );
}

type InstallerPanelProps = {
  /** Opens an address; a test passes its own. */
  navigate?: (url: string) => void;
};

export function InstallerPanel({ navigate = (url) => window.location.assign(url) }: InstallerPanelProps) {
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Stack>
        <Text size="sm">
          <RichText
            text={texts.intro}
            tags={{
              link: linkTo('/link'),
            }}
          />
        </Text>
        <Downloads navigate={navigate} />
      </Stack>
    </Panel>
  );
}
