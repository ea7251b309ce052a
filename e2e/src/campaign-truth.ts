import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign } from '@sandpiper/contract/campaigns';
import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import type { Client } from '@sandpiper/contract/client';
import type { Recipient } from '@sandpiper/contract/recipients';
import { ApiError } from '@sandpiper/contract/client';
import type { Delivery } from '@sandpiper/testkit/sandbox-control';

/** Counts the messages each person got. */
export function countByPerson(deliveries: readonly Delivery[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { to } of deliveries) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

export async function campaignOf(call: Client, id: number): Promise<Campaign> {
  return (await call('GET /api/campaigns/:id', { params: { id } })).campaign;
}

/**
 * Waits until a campaign meets a condition. Retries while the server is unreachable or responds with a 5xx status. Throws after
 * `timeoutMs`, and immediately on any other error.
 */
export async function untilCampaign(
  call: Client,
  id: number,
  holds: (campaign: Campaign) => boolean,
  timeoutMs = 8 * 60_000,
): Promise<Campaign> {
  const deadline = Date.now() + timeoutMs;
  let last = 'the server never answered';
  while (Date.now() < deadline) {
    try {
      const campaign = await campaignOf(call, id);
      if (holds(campaign)) return campaign;
      last = `${campaign.status}, ${campaign.total_sent} sent, ${campaign.total_failed} failed of ${campaign.total_list}`;
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error;
    }
    await sleep(1500);
  }
  throw new Error(`The campaign did not reach the expected state: ${last}`);
}

export function hasEnded({ status }: Campaign): boolean {
  return status === 'completed' || status === 'failed';
}

/** Fetches a campaign's complete log, page by page. */
export async function wholeLog(call: Client, id: number): Promise<CampaignLog[]> {
  const all: CampaignLog[] = [];
  for (;;) {
    const { logs, last_seq } = await call('GET /api/campaigns/:id/logs', {
      params: { id },
      query: { after_seq: all.at(-1)?.seq ?? 0, limit: 100 },
    });
    all.push(...logs);
    if (logs.length === 0 || (all.at(-1)?.seq ?? 0) >= last_seq) return all;
  }
}

/** Fetches all recipients of a list, page by page. */
export async function wholeList(call: Client, id: number): Promise<Recipient[]> {
  const all: Recipient[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await call('GET /api/lists/:id/recipients', { params: { id }, query: { page } });
    all.push(...answer.recipients);
    if (page >= answer.pagination.pages) return all;
  }
}

/** Returns the people named in the log entries with this action, in alphabetical order. */
export function namesIn(logs: readonly CampaignLog[], action: CampaignLog['action']): string[] {
  return logs
    .filter((log) => log.action === action)
    .map((log) => log.recipient ?? '')
    .toSorted();
}
