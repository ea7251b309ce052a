import type { CampaignAccount } from '@sandpiper/contract/campaigns';
import type { App } from '../../platform/app-context.ts';
import { getCampaign } from '../campaigns/campaign-view.service.ts';

type NextSend = Pick<CampaignAccount, 'state' | 'reason' | 'text' | 'next_due_at'>;

const none: NextSend = { state: 'idle', reason: null, text: null, next_due_at: null };

/** Returns when an account next sends in its running campaign, or why it doesn't. */
export async function nextSendOf(
  app: App,
  { userId, profileId }: { userId: number; profileId: number },
  campaignId: number,
): Promise<NextSend> {
  const { accounts } = await getCampaign(app, userId, campaignId);
  return accounts.find(({ profile_id }) => profile_id === profileId) ?? none;
}
