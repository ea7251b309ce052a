import { Button } from '@mantine/core';
import type { Campaign } from '@sandpiper/contract/campaigns';
import { logPanelSize } from '@sandpiper/contract/limits';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { LogLines } from '../../../ui/log-lines.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import css from './campaign-detail.module.css';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import { exportLogs } from './export-logs.ts';

const { log: texts } = campaignDetailTexts;

/** How many entries are shown at first: few enough that the log isn't much longer than the panels next to it. */
const shownAtFirst = 10;

/** The campaign's newest log entries in chronological order, as in the floating log. */
export function CampaignLogPanel({ campaign }: { campaign: Campaign }) {
  const { id, logs, logs_deleted_to, details_deleted_at } = campaign;
  const [showsAll, setShowsAll] = useState(false);
  const earlier = logs.length - shownAtFirst;
  return (
    <Panel
      title={texts.title}
      subtitle={showsAll && logs.length === logPanelSize ? texts.last : undefined}
      actions={<ExportButton id={id} />}
    >
      <Deleted text={texts.deleted} at={logs_deleted_to} />
      <Deleted text={texts.detailsDeleted} at={details_deleted_at} />
      {logs.length === 0 && logs_deleted_to === null && <p className={css['nothing']}>{texts.empty}</p>}
      {earlier > 0 && (
        <Button variant="subtle" size="compact-sm" ml={-8} mb="xs" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? texts.fewer : texts.earlier(earlier)}
        </Button>
      )}
      {logs.length > 0 && (
        <div className={css['log']} role="region" aria-label={texts.label}>
          <LogLines logs={showsAll ? logs : logs.slice(-shownAtFirst)} />
        </div>
      )}
    </Panel>
  );
}

/** Shows which data has been deleted because its retention period is over. */
function Deleted({ text, at }: { text: string; at: string | null }) {
  if (at === null) return null;
  return (
    <p className={css['nothing']}>
      <RichText text={text} tags={{ time: timeAt(at) }} />
    </p>
  );
}

function ExportButton({ id }: { id: number }) {
  const [isBusy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    await exportLogs(id);
    setBusy(false);
  }
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void run()}
    >
      {campaignDetailTexts.header.exportLogs}
    </Button>
  );
}
