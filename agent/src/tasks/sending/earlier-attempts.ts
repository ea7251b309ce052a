import { createHash } from 'node:crypto';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { mayBeSent } from '../../platform/journal.state.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';

type Message = Pick<ClaimedDelivery, 'message_key' | 'repeat_key' | 'recipient'>;

function hashOf(key: string, recipient: string): string {
  const message = JSON.stringify([key, recipient.toLowerCase()]);
  return createHash('sha256').update(message).digest('base64url').slice(0, 22);
}

/**
 * Returns a message's mark: a hash of the message and its recipient, which doesn't depend on the claim and doesn't reveal the recipient.
 */
export function markOf({ message_key, repeat_key, recipient }: Message): string {
  return hashOf(repeat_key ?? message_key, recipient);
}

/** Returns the message's mark. If this campaign may repeat the message, also returns the mark that other campaigns use for it. */
export function marksOf(message: Message): { mark: string; general?: string } {
  const mark = markOf(message);
  return message.repeat_key === null ? { mark } : { mark, general: markOf({ ...message, repeat_key: null }) };
}

/** Whether the current attempt has written its note, which means that it may have sent the message. */
export function hasOpenNote(agent: AgentContext, delivery: ClaimedDelivery): boolean {
  const note = agent.journal.noteOf(markOf(delivery));
  return note?.end === 'open' && note.claim_id === delivery.claim_id;
}

/** Returns the delivery's report if this computer's journal already determines the result, or null if the agent has to open a window. */
export function reportFromNotes(agent: AgentContext, delivery: ClaimedDelivery): SendReport | null {
  const mark = markOf(delivery);
  const sentAt = agent.journal.sentAt(mark);
  if (sentAt !== null) return { outcome: 'sent', sentAt };
  const note = agent.journal.noteOf(mark);
  if (delivery.task === 'send') {
    const mayHaveLeft = note !== null && mayBeSent(note, delivery.unsent_claim_ids);
    return mayHaveLeft ? { outcome: 'unknown', reason: 'interrupted', detail: null } : null;
  }
  if (note?.end === 'unpressed' && note.claim_id === delivery.claim_id) {
    return { outcome: 'failed', reason: 'not_pressed', detail: null };
  }
  return note === null || note.end === 'unpressed' ? { outcome: 'unknown', reason: 'no_note', detail: null } : null;
}
