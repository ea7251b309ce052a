import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { exactTimeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { campaignTexts } from './campaigns.texts.ts';

const { scheduledStart: texts } = campaignTexts;

type Start = NonNullable<CampaignRow['scheduled_start']>;

function startText({ is_missed, problem }: Start): string {
  if (is_missed) return texts.missed(problem ?? '');
  return problem === null ? texts.planned : texts.late(problem);
}

/** Shows when a campaign starts automatically, or why it couldn't start on time. */
export function ScheduledStart({ start }: { start: Start }) {
  return <RichText text={startText(start)} tags={{ time: exactTimeAt(start.at) }} />;
}
