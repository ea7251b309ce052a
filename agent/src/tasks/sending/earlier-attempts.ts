import { createHash } from 'node:crypto';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';

/** Identifies a message to a person, whichever claim or campaign it belongs to, without containing the name. */
export function markOf({ message_key, recipient }: Pick<ClaimedDelivery, 'message_key' | 'recipient'>): string {
  const message = JSON.stringify([message_key, recipient.toLowerCase()]);
  return createHash('sha256').update(message).digest('base64url').slice(0, 22);
}

/** Whether the message may have been sent by the current attempt. */
export function hasOpenNote(agent: AgentContext, delivery: ClaimedDelivery): boolean {
  const note = agent.journal.noteOf(markOf(delivery));
  return note?.end === 'open' && note.claim_id === delivery.claim_id;
}

/** A report that this computer's journal already decides; null when the agent must open a window. */
export function reportFromNotes(agent: AgentContext, delivery: ClaimedDelivery): SendReport | null {
  const mark = markOf(delivery);
  const sentAt = agent.journal.sentAt(mark);
  if (sentAt !== null) return { outcome: 'sent', sentAt };
  const note = agent.journal.noteOf(mark);
  if (delivery.task === 'send') {
    const mayHaveLeft = note !== null && note.end !== 'unpressed';
    return mayHaveLeft ? { outcome: 'unknown', reason: 'interrupted', detail: null } : null;
  }
  if (note?.end === 'unpressed' && note.claim_id === delivery.claim_id) {
    return { outcome: 'failed', reason: 'not_pressed', detail: null };
  }
  return note === null || note.end === 'unpressed' ? { outcome: 'unknown', reason: 'no_note', detail: null } : null;
}
