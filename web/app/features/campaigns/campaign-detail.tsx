import { Button, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import type { Campaign } from '@sandpiper/contract/campaigns';
import { unknownPlaceholders } from '@sandpiper/contract/message';
import type { ReactNode } from 'react';
import { hasEnded, pendingCount } from '../../platform/campaign-counters.ts';
import { isNotFound } from '../../platform/failure.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatCard, StatRow } from '../../ui/stat-card.tsx';
import { CampaignAccounts } from './detail/campaign-accounts.tsx';
import css from './detail/campaign-detail.module.css';
import { campaignDetailTexts } from './campaign-detail.texts.ts';
import { useCampaignDialogs } from './actions/campaign-dialogs.tsx';
import { backToCampaigns } from './back-to-campaigns.tsx';
import { CampaignHeader } from './detail/campaign-header.tsx';
import { CampaignLogPanel } from './detail/campaign-log-panel.tsx';
import { CampaignProgressPanel } from './detail/campaign-progress-panel.tsx';
import { useCampaign, useCampaignPerformance } from './campaigns.queries.ts';
import { UnknownOutcomes } from './detail/unknown-outcomes.tsx';

const { page: texts, figures, message: messageTexts } = campaignDetailTexts;

type CampaignDetailProps = {
  id: number;
  /** Renders the notices at the top of the page. */
  notices: (campaign: Campaign) => ReactNode;
  /** Renders the actions for an account on hold. */
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
        // After a 404, there are no results to show. After any other error, the results are unknown.
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
        <PageHeader title={texts.title} back={backToCampaigns} />
        <EmptyState title={texts.failedTitle} action={<Button onClick={() => void refetch()}>{texts.retry}</Button>}>
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
      <PageHeader title={texts.notFound} back={backToCampaigns} />
      <EmptyState
        title={texts.notFoundText}
        action={<LinkButton to="/campaigns">{texts.backToCampaigns}</LinkButton>}
      />
    </>
  );
}

function Loading() {
  return (
    <div>
      <PageHeader title={texts.title} back={backToCampaigns} badges={<FootprintTrail size={40} walking />} />
      <p role="status" className={css['hidden']}>
        {texts.loading}
      </p>
      <Stack>
        <SkeletonCard height={90} />
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
  // Open the review if the user clicked "Create and review" in the campaign form.
  useOpenFormOnArrival(() => campaign.status === 'pending' && act('start', campaign));
  // On phones, everything is in one column. The log comes right after the progress there, so that recent events aren't at the very end.
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const log = <CampaignLogPanel campaign={campaign} />;
  return (
    <>
      <CampaignHeader campaign={campaign} onAct={act} />
      {notices(campaign)}
      <StatRow>
        <StatCard label={figures.total} value={campaign.total_list} />
        <StatCard label={figures.sent} value={campaign.total_sent} />
        <StatCard label={figures.failed} value={campaign.total_failed} tone="red" />
        <StatCard label={figures.pending} value={pendingCount(campaign)} />
      </StatRow>
      <div className={css['columns']}>
        <div className={css['main']}>
          <CampaignProgressPanel campaign={campaign} />
          {isPhone && log}
          {campaign.total_unknown > 0 && <UnknownOutcomes id={campaign.id} total={campaign.total_unknown} />}
          <CampaignAccounts campaign={campaign} performance={performance} onHeld={onHeld} />
        </div>
        <div className={css['side']}>
          <Message campaign={campaign} />
          {!isPhone && log}
        </div>
      </div>
      {dialog}
    </>
  );
}

/** The message template and, until the campaign has ended, a preview of the next person's message. */
function Message({ campaign }: { campaign: Campaign }) {
  const { status, template_name, template_content, variables, preview } = campaign;
  const unknown = unknownPlaceholders(template_content, variables);
  return (
    <Panel title={messageTexts.title} subtitle={template_name}>
      <MessageBubble text={template_content} marks={unknown} />
      {unknown.length > 0 && (
        <div className={css['preview']}>
          <p>{messageTexts.unknown(unknown)}</p>
        </div>
      )}
      {preview !== null && !hasEnded(status) && (
        <div className={css['preview']}>
          <p>{messageTexts.preview(preview.recipient)}</p>
          <MessageBubble text={preview.text} marks={unknown} />
        </div>
      )}
    </Panel>
  );
}
