import type { Campaign } from '@sandpiper/contract/campaigns';
import { isStoppedEarly, pendingCount } from '../../../platform/campaign-counters.ts';
import { formatCount } from '../../../platform/numbers.ts';
import { timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusReasonText } from '../../../ui/status-reason.tsx';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import { ScheduledStart } from '../scheduled-start.tsx';

const { status: texts } = campaignDetailTexts;

/** Shows what the campaign is doing and when it is expected to end, or why it isn't sending. */
export function CampaignStatusLine({ campaign }: { campaign: Campaign }) {
  const { status_reason: reason } = campaign;
  if (isStoppedEarly(campaign)) return texts.stoppedEarly(pendingCount(campaign));
  if (campaign.scheduled_start !== null) return <ScheduledStart start={campaign.scheduled_start} />;
  if (reason !== null) return <StatusReasonText reason={reason} />;
  if (campaign.status === 'pending') return texts.pending;
  if (campaign.status === 'completed') return texts.finished(campaign.total_sent, campaign.total_failed);
  return campaign.status === 'running' ? <Sending campaign={campaign} /> : null;
}

function Sending({ campaign: { rate_per_hour: rate, expected_end_at: end } }: { campaign: Campaign }) {
  return (
    <>
      {rate === null ? texts.sending : texts.rate(formatRate(rate))}{' '}
      {end !== null && <RichText text={texts.end} tags={{ end: timeAt(end) }} />}
    </>
  );
}

function formatRate(rate: number): string {
  return rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1);
}
