import { Anchor } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { DashboardStats } from '@sandpiper/contract/dashboard';
import { Link } from 'react-router';
import { CampaignStatusBadge } from '../../ui/campaign-status-badge.tsx';
import { ProgressBar } from '../../ui/charts/campaign-progress.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusReasonText } from '../../ui/status-reason.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';

const { recent: texts } = dashboardTexts;

/** The running and paused campaigns. Empty until they have loaded. */
export type ActiveCampaigns = readonly Pick<CampaignRow, 'id' | 'name' | 'status' | 'status_reason'>[];

type RecentCampaignsProps = {
  campaigns: DashboardStats['recentCampaigns'] | undefined;
  active: ActiveCampaigns;
};

/**
 * Returns why a running campaign isn't sending. Returns null if the campaign is sending, or if `active` doesn't list the campaign as
 * running. Also returns null for a paused campaign, because the attention panel shows the reason.
 */
function reasonOf({ id, status }: { id: number; status: CampaignRow['status'] }, active: ActiveCampaigns) {
  if (status === 'paused') return null;
  return active.find((each) => each.id === id && each.status === status)?.status_reason ?? null;
}

export function RecentCampaigns({ campaigns, active }: RecentCampaignsProps) {
  return (
    <Panel
      title={texts.title}
      actions={
        <Anchor component={Link} to="/campaigns" size="sm">
          {texts.all}
        </Anchor>
      }
    >
      {campaigns === undefined ? (
        <EmptyState title={texts.loadFailed} compact />
      ) : campaigns.length === 0 ? (
        <EmptyState
          title={texts.empty}
          compact
          action={
            <LinkButton to="/campaigns/new" variant="light">
              {texts.create}
            </LinkButton>
          }
        />
      ) : (
        <ul className={css['recent']}>
          {campaigns.map((campaign) => (
            <li key={campaign.id}>
              <Link to={`/campaigns/${campaign.id}`} className={css['campaign']}>
                <span className={css['campaignName']}>{campaign.name}</span>
                <CampaignStatusBadge campaign={campaign} />
                <span className={css['campaignCount']}>{uiTexts.campaignCounts(campaign)}</span>
                <span className={css['campaignBar']}>
                  <ProgressBar
                    counters={campaign}
                    label={texts.progress(campaign.name)}
                    isRunning={campaign.status === 'running'}
                  />
                </span>
                <span className={css['campaignReason']}>
                  <StatusReasonText reason={reasonOf(campaign, active)} isPlain />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
