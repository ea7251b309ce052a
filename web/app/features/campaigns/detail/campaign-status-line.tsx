import type { Campaign, CampaignAccount } from '@sandpiper/contract/campaigns';
import { usualWaits } from '@sandpiper/contract/usual-reasons';
import { isStoppedEarly, pendingCount } from '../../../platform/campaign-counters.ts';
import { formatDateTime, formatRoughly, timeZone } from '../../../platform/dates.ts';
import { formatCount } from '../../../platform/numbers.ts';
import { useTick } from '../../../platform/use-tick.ts';
import { timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusReasonText } from '../../../ui/status-reason.tsx';
import { uiTexts } from '../../../ui/ui.texts.ts';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import { ScheduledStart } from '../scheduled-start.tsx';

const { status: texts } = campaignDetailTexts;

const tickMs = 10_000;

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

function Sending({ campaign: { rate_per_hour: rate, expected_end_at: end, accounts } }: { campaign: Campaign }) {
  useTick(tickMs);
  const next = nextMessageAt(accounts, new Date());
  return (
    <>
      {rate === null ? texts.sending : texts.rate(formatRate(rate))}{' '}
      {next !== null && <RichText text={texts.next} tags={{ time: roughTimeAt(next) }} />}{' '}
      {end !== null && <RichText text={texts.end} tags={{ end: timeAt(end) }} />}
    </>
  );
}

const pauses: ReadonlySet<string | null> = usualWaits;

/**
 * Returns when the next message is due. Returns null if an account can send right now, if no account has a due time, or if the earliest due
 * time has passed.
 */
function nextMessageAt(accounts: readonly CampaignAccount[], now: Date): string | null {
  if (accounts.some(({ state, reason }) => reason === null && state !== 'done')) return null;
  const pausing = accounts.filter(({ reason }) => pauses.has(reason));
  const [next] = pausing.flatMap(({ next_due_at: at }) => at ?? []).toSorted();
  return next !== undefined && new Date(next) > now ? next : null;
}

const roughTimeAt = (at: string) => () => (
  <time dateTime={at} title={uiTexts.time.exact(formatDateTime(at), timeZone)}>
    {formatRoughly(at, new Date())}
  </time>
);

function formatRate(rate: number): string {
  return rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1);
}
