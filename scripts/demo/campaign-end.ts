import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign } from '@sandpiper/contract/campaigns';
import type { Client } from '@sandpiper/contract/client';
import type { Delivery } from '@sandpiper/testkit/sandbox-control';
import { Failure } from '../bootstrap/project.mjs';
import { missing } from '../seed/sample-data.ts';
import { people } from './sample.ts';

export async function untilCampaignEnds(call: Client, id: number, signal: AbortSignal): Promise<Campaign> {
  for (;;) {
    const { campaign } = await call('GET /api/campaigns/:id', { params: { id } });
    if (campaign.status === 'completed' || campaign.status === 'failed') return campaign;
    await sleep(1_000, undefined, { signal });
  }
}

/**
 * Throws unless the sandbox delivered one message to each person and none to the person who doesn't exist, and the server's counts
 * agree.
 */
export function checkAgainstTruth(campaign: Campaign, deliveries: Delivery[]): void {
  const counts = new Map<string, number>();
  for (const { to } of deliveries) counts.set(to, (counts.get(to) ?? 0) + 1);
  const wrong = people.filter((person) => (counts.get(person) ?? 0) !== (person === missing ? 0 : 1));
  if (wrong.length === 0 && campaign.total_sent === people.length - 1 && campaign.total_failed === 1) return;
  const log = campaign.logs.map((entry) => `${entry.action} ${entry.recipient ?? ''} ${entry.message ?? ''}`);
  throw new Failure(
    `${log.join('\n')}\nThe campaign ended as ${campaign.status} with ${campaign.total_sent} sent and ${campaign.total_failed} failed, ` +
      `and ${deliveries.length} messages were delivered. Wrong: ${wrong.join(', ') || 'the counts'}.`,
  );
}
