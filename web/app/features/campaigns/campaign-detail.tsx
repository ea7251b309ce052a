import { Button, Stack } from '@mantine/core';
import type { PerformanceRow } from '@sandpiper/contract/accounts';
import type { Campaign } from '@sandpiper/contract/campaigns';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '../../platform/failure.ts';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { LogLines } from '../../ui/log-lines.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatCard, StatRow } from '../../ui/stat-card.tsx';
import { CampaignAccounts } from './campaign-accounts.tsx';
import css from './campaign-detail.module.css';
import { useCampaignDialogs } from './campaign-dialogs.tsx';
import { backToCampaigns, CampaignHeader } from './campaign-header.tsx';
import { CampaignPace } from './campaign-pace.tsx';
import { useCampaign, useCampaignPerformance } from './campaigns.queries.ts';
import { pendingOf } from './transitions.ts';
import { UnknownOutcomes } from './unknown-outcomes.tsx';

type CampaignDetailProps = {
  id: number;
  /** What the page says above everything else. */
  notices: (campaign: Campaign) => ReactNode;
  /** What is offered beside an account that is on hold, by its number. */
  onHeld: (profileId: number) => ReactNode;
  onDeleted: () => void;
};

export function CampaignDetail({ id, notices, onHeld, onDeleted }: CampaignDetailProps) {
  const { data, error, refetch } = useCampaign(id);
  const performance = useCampaignPerformance(id);
  if (error !== null && isNotFound(error)) return <CampaignNotFound />;
  if (data !== undefined && performance.isFetched) {
    return (
      <Loaded
        key={id}
        campaign={data.campaign}
        // Without an answer none are known; a 404 says that there are none.
        performance={performance.data?.profilePerformance ?? (isNotFound(performance.error) ? [] : undefined)}
        notices={notices}
        onHeld={onHeld}
        onDeleted={onDeleted}
      />
    );
  }
  if (error !== null) {
    return (
      <>
        <PageHeader title="Campaign" back={backToCampaigns} />
        <EmptyState
          title="The campaign could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message}
        </EmptyState>
      </>
    );
  }
  return <Loading />;
}

export function CampaignNotFound() {
  return (
    <>
      <PageHeader title="Campaign not found" back={backToCampaigns} />
      <EmptyState
        title="It was deleted, or it is not yours"
        action={
          <Button component={Link} to="/campaigns">
            Back to Campaigns
          </Button>
        }
      />
    </>
  );
}

function Loading() {
  return (
    <div>
      <PageHeader title="Campaign" back={backToCampaigns} badges={<FootprintTrail size={40} walking />} />
      <p role="status" className={css['hidden']}>
        Loading the campaign
      </p>
      <StatRow>
        {['a', 'b', 'c', 'd'].map((place) => (
          <SkeletonCard key={place} height={90} />
        ))}
      </StatRow>
      <Stack mt="md">
        <SkeletonCard height={180} />
        <SkeletonCard height={260} />
      </Stack>
    </div>
  );
}

type LoadedProps = Omit<CampaignDetailProps, 'id'> & {
  campaign: Campaign;
  performance: readonly PerformanceRow[] | undefined;
};

function Loaded({ campaign, performance, notices, onHeld, onDeleted }: LoadedProps) {
  const { act, dialog } = useCampaignDialogs({ onDeleted });
  return (
    <>
      <CampaignHeader campaign={campaign} onAct={act} />
      {notices(campaign)}
      <StatRow>
        <StatCard label="Total Recipients" value={campaign.total_list} />
        <StatCard label="Messages Sent" value={campaign.total_sent} tone="tide" />
        <StatCard label="Failed" value={campaign.total_failed} tone="red" />
        <StatCard label="Pending" value={pendingOf(campaign)} tone="gray" />
      </StatRow>
      <div className={css['columns']}>
        <div className={css['main']}>
          <CampaignPace campaign={campaign} />
          {campaign.total_unknown > 0 && <UnknownOutcomes id={campaign.id} total={campaign.total_unknown} />}
          <CampaignAccounts campaign={campaign} performance={performance} onHeld={onHeld} />
        </div>
        <div className={css['side']}>
          <Panel title="Message" subtitle={campaign.template_name}>
            <MessageBubble text={campaign.template_content} />
            {campaign.preview !== null && (
              <div className={css['preview']}>
                <p>Next, as {campaign.preview.recipient} will read it</p>
                <MessageBubble text={campaign.preview.text} />
              </div>
            )}
          </Panel>
          <Panel title="Log" subtitle={campaign.logs.length === 50 ? 'The last 50 entries' : undefined}>
            {campaign.logs.length === 0 ? (
              <p className={css['nothing']}>Nothing has happened yet.</p>
            ) : (
              <div className={css['log']} {...scrollable}>
                <LogLines logs={campaign.logs.toReversed()} />
              </div>
            )}
          </Panel>
        </div>
      </div>
      {dialog}
    </>
  );
}

/** It scrolls by itself, so the keyboard has to reach it. */
const scrollable = { role: 'region', tabIndex: 0, 'aria-label': 'Log entries, newest first' } as const;
