import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { formatDateTime } from '../../platform/dates.ts';
import { campaignTexts } from './campaigns.texts.ts';

const { scheduledStart: texts } = campaignTexts;

/** Shows when a campaign starts automatically, or why it couldn't start on time. */
export function ScheduledStart({ start }: { start: NonNullable<CampaignRow['scheduled_start']> }) {
  const at = formatDateTime(start.at);
  if (start.is_missed) return texts.missed(at, start.problem ?? '');
  return start.problem === null ? texts.planned(at) : texts.late(at, start.problem);
}
