import { Anchor, Button } from '@mantine/core';
import type { Campaign } from '@sandpiper/contract/campaigns';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { StatusReasonText } from '../../ui/status-reason.tsx';
import { CampaignButtons } from './campaign-actions.tsx';
import { exportLogs } from './export-logs.tsx';
import type { CampaignAction } from './transitions.ts';

export const backToCampaigns = (
  <Anchor component={Link} to="/campaigns" inherit>
    ← Campaigns
  </Anchor>
);

type CampaignHeaderProps = { campaign: Campaign; onAct: (action: CampaignAction, campaign: Campaign) => void };

export function CampaignHeader({ campaign, onAct }: CampaignHeaderProps) {
  const reason = campaign.status_reason;
  return (
    <PageHeader
      title={campaign.name}
      back={backToCampaigns}
      badges={<StatusBadge status={campaign.status} />}
      description={reason === null ? undefined : <StatusReasonText reason={reason} />}
      actions={
        <>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => onAct('delete', campaign)}
          >
            Delete
          </Button>
          <ExportButton id={campaign.id} />
          <CampaignButtons campaign={campaign} onAct={(action) => onAct(action, campaign)} />
        </>
      }
    />
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
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={isBusy} onClick={() => void run()}>
      Export Logs
    </Button>
  );
}
