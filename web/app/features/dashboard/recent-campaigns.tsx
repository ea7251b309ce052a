import { Anchor } from '@mantine/core';
import type { CampaignRow, DashboardStats } from '@sandpiper/contract/campaigns';
import { Link } from 'react-router';
import { formatCount } from '../../platform/dates.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { ProgressBar } from '../../ui/charts/campaign-progress.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { StatusReasonText } from '../../ui/status-reason.tsx';
import css from './dashboard.module.css';

/** What is known of the campaigns that run or pause beyond the figures. */
export type ActiveCampaigns = readonly Pick<CampaignRow, 'id' | 'status' | 'status_reason'>[];

type RecentCampaignsProps = {
  campaigns: DashboardStats['recentCampaigns'] | undefined;
  active: ActiveCampaigns;
};

/** Only of the status that is shown: the two are asked for apart. */
function reasonOf({ id, status }: { id: number; status: CampaignRow['status'] }, active: ActiveCampaigns) {
  return active.find((each) => each.id === id && each.status === status)?.status_reason ?? null;
}

export function RecentCampaigns({ campaigns, active }: RecentCampaignsProps) {
  const isSubscribed = useHasSubscription();
  return (
    <Panel
      title="Recent Campaigns"
      actions={
        <Anchor component={Link} to="/campaigns" size="sm">
          View all
        </Anchor>
      }
    >
      {campaigns === undefined ? (
        <EmptyState title="Campaigns could not be loaded" compact />
      ) : campaigns.length === 0 ? (
        <EmptyState
          title="No campaigns yet"
          compact
          action={
            isSubscribed ? (
              <Anchor component={Link} to="/campaigns/new" size="sm">
                Create Campaign
              </Anchor>
            ) : undefined
          }
        />
      ) : (
        <ul className={css['recent']}>
          {campaigns.map((campaign) => (
            <li key={campaign.id}>
              <Link to={`/campaigns/${campaign.id}`} className={css['campaign']}>
                <span className={css['campaignName']}>{campaign.name}</span>
                <StatusBadge status={campaign.status} />
                <span className={css['campaignCount']}>
                  {formatCount(campaign.total_sent)} of {formatCount(campaign.total_list)} sent
                </span>
                <span className={css['campaignBar']}>
                  <ProgressBar
                    counters={campaign}
                    label={`Progress of ${campaign.name}`}
                    isRunning={campaign.status === 'running'}
                  />
                </span>
                <span className={css['campaignReason']}>
                  <StatusReasonText reason={reasonOf(campaign, active)} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
