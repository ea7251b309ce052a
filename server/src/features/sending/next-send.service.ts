import type { CampaignAccount } from '@sandpiper/contract/campaigns';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import { getCampaign } from '../campaigns/campaign-view.service.ts';
import { refusalOf } from '../guard/sending-rules.ts';
import type { Wait } from '../guard/sending-rules.ts';
import { factsOf } from './claim.service.ts';
import { findSender } from './senders.store.ts';

type Account = { userId: number; profileId: number };
type NextSend = Pick<CampaignAccount, 'state' | 'reason' | 'text' | 'next_due_at'>;

const none: NextSend = { state: 'idle', reason: null, text: null, next_due_at: null };

/** Ordinary pauses. What limits the account is the better answer, because it lasts longer. */
const ordinary: ReadonlySet<ReasonCode | null> = new Set([null, 'waiting_for_time', 'retry_later']);
const limits: ReadonlySet<ReasonCode> = new Set(['over_budget', 'outside_hours', 'daily_ceiling']);

/** When an account sends next in its running campaign, or why it doesn't. */
export async function nextSendOf(app: App, account: Account, campaignId: number): Promise<NextSend> {
  const { accounts } = await getCampaign(app, account.userId, campaignId);
  const shown = accounts.find(({ profile_id }) => profile_id === account.profileId);
  if (shown === undefined) return none;
  const { state, reason, text, next_due_at } = shown;
  const refusal = state !== 'sending' && ordinary.has(reason) ? await refusalNow(app, account) : undefined;
  if (refusal === undefined || !limits.has(refusal.reason)) return { state, reason, text, next_due_at };
  return { state: 'waiting', reason: refusal.reason, text: refusal.text, next_due_at: refusal.not_before };
}

/** Why the account would get nobody to message now. Claims nobody. */
function refusalNow(app: App, account: Account): Promise<Wait | undefined> {
  return change(app, async (change) => {
    const { transaction } = change;
    const sender = await findSender(transaction, account.userId, account.profileId);
    if (sender === undefined || sender.campaign_id === null || sender.installation_id === null) return undefined;
    const campaign = await lockCampaign(transaction, account.userId, sender.campaign_id);
    const claimant = { ...account, installationId: sender.installation_id };
    return refusalOf('claim', await factsOf(change, { claimant, sender, campaign }));
  });
}
