import { createHash } from 'node:crypto';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { SendReport } from '../../sites/instagram/instagram.ts';
import { whoAndWhom, type AgentContext } from '../agent.context.ts';

type Message = Pick<ClaimedDelivery, 'campaign_id' | 'campaign_created_at' | 'recipient'>;

/**
 * Stands for one campaign's message to one person, without a name in it. A number alone would not do: a server that lost its
 * newest campaigns gives their numbers to others.
 */
export function markOf({ campaign_id, campaign_created_at, recipient }: Message): string {
  const message = JSON.stringify([campaign_id, campaign_created_at, recipient.toLowerCase()]);
  return createHash('sha256').update(message).digest('base64url').slice(0, 22);
}

/** What to report of a person this computer delivered to before: the server lost its last moments, or an older state was restored. */
export function reportOfDelivered(agent: AgentContext, delivery: ClaimedDelivery): SendReport | null {
  const sentAt = agent.journal.deliveredAt(markOf(delivery));
  if (sentAt === null) return null;
  agent.terminal.say(
    `${whoAndWhom(delivery)}: got it before, on ${sentAt}. The server has forgotten that, and is told again.`,
  );
  return { outcome: 'sent', sentAt };
}
