import { Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { DataExport } from '@sandpiper/contract/data-export';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import type { RecentSignIn } from '../../ui/recent-sign-in.tsx';
import { exactTimeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useDataExport, useDownloadExport, usePrepareExport, useRemoveExport } from './data-export.queries.ts';
import { dataExportTexts as texts } from './data-export.texts.ts';

type StateProps = { recentSignIn: Pick<RecentSignIn, 'run'> };

function Prepare({ recentSignIn, isAgain }: StateProps & { isAgain: boolean }) {
  const prepare = usePrepareExport(recentSignIn);
  return (
    <Button variant="default" loading={prepare.isPending} onClick={() => prepare.mutate()}>
      {isAgain ? texts.prepareAgain : texts.prepare}
    </Button>
  );
}

function Ready({ recentSignIn, made }: StateProps & { made: DataExport }) {
  const download = useDownloadExport(recentSignIn);
  const remove = useRemoveExport();
  return (
    <Stack gap="sm">
      <Text size="sm">
        <RichText
          text={texts.ready}
          tags={{ made: exactTimeAt(made.created_at), end: exactTimeAt(made.available_until) }}
        />
      </Text>
      <Group gap="xs">
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {texts.download}
        </Button>
        <Prepare recentSignIn={recentSignIn} isAgain />
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {texts.remove}
        </Button>
      </Group>
    </Stack>
  );
}

function State({ recentSignIn, made }: StateProps & { made: DataExport | null }) {
  if (made === null) return <Prepare recentSignIn={recentSignIn} isAgain={false} />;
  if (made.status === 'ready') return <Ready recentSignIn={recentSignIn} made={made} />;
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      <Loader size="sm" flex="none" />
      <Text size="sm">{texts.preparing}</Text>
    </Group>
  );
}

export function DataExportPanel() {
  const recentSignIn = useRecentSignIn(texts.needsPassword);
  const dataExport = useDataExport();
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Loaded query={dataExport} what={texts.what} skeleton={<Skeleton h={80} />}>
        {(data) => (
          <Stack gap="sm" align="flex-start">
            <State recentSignIn={recentSignIn} made={data.export} />
            <Text size="sm" c="dimmed">
              {texts.hint}
            </Text>
          </Stack>
        )}
      </Loaded>
      {recentSignIn.dialog}
    </Panel>
  );
}
