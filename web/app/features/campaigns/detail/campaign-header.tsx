import { Menu } from '@mantine/core';
import type { Campaign, CampaignRow } from '@sandpiper/contract/campaigns';
import { IconTrash } from '@tabler/icons-react';
import { CampaignStatusBadge } from '../../../ui/campaign-status-badge.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { CampaignButtons } from '../actions/campaign-actions.tsx';
import { MoreItems } from '../actions/more-items.tsx';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import { backToCampaigns } from '../back-to-campaigns.tsx';
import { CampaignStatusLine } from './campaign-status-line.tsx';
import type { CampaignAction } from '../actions/transitions.ts';

const { header: texts } = campaignDetailTexts;

type CampaignHeaderProps = { campaign: Campaign; onAct: (action: CampaignAction, campaign: CampaignRow) => void };

export function CampaignHeader({ campaign, onAct }: CampaignHeaderProps) {
  return (
    <PageHeader
      title={campaign.name}
      back={backToCampaigns}
      badges={<CampaignStatusBadge campaign={campaign} />}
      description={<CampaignStatusLine campaign={campaign} />}
      actions={
        <>
          <CampaignButtons campaign={campaign} onAct={onAct} />
          <RowMenu of={campaign.name}>
            <MoreItems campaign={campaign} onAct={onAct} />
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => onAct('delete', campaign)}
            >
              {texts.remove}
            </Menu.Item>
          </RowMenu>
        </>
      }
    />
  );
}
