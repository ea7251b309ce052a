import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../project.mjs';
import { missing, people } from './sample.mjs';

/** Waits for the campaign's end and answers how it stands. */
export async function untilCampaignEnds(call, campaignId, signal) {
  for (;;) {
    const { campaign } = await call(`GET /api/campaigns/${campaignId}`);
    if (campaign.status === 'completed' || campaign.status === 'failed') return campaign;
    await sleep(1_000, undefined, { signal });
  }
}

function countOf(deliveries) {
  const counts = new Map();
  for (const { to } of deliveries) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

/** Compares what the server counted with what the imitation Instagram says was delivered: each person once, the missing one not. */
export function checkAgainstTruth(campaign, deliveries) {
  const counts = countOf(deliveries);
  const wrong = people.filter((person) => (counts.get(person) ?? 0) !== (person === missing ? 0 : 1));
  if (wrong.length > 0 || campaign.total_sent !== people.length - 1 || campaign.total_failed !== 1) {
    const log = campaign.logs
      .map((entry) => `${entry.action} ${entry.recipient ?? ''} ${entry.message ?? ''}`)
      .join('\n');
    throw new Failure(
      `${log}\nThe campaign ended as ${campaign.status} with ${campaign.total_sent} sent and ${campaign.total_failed} failed, ` +
        `and ${deliveries.length} messages were delivered; not as it should be: ${wrong.join(', ') || 'the counts'}.`,
    );
  }
}
