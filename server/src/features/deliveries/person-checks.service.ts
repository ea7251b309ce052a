import { createHash } from 'node:crypto';
import { parseMessage, renderMessage, typedText, variablesOf } from '@sandpiper/contract/message';
import type { Message, MessageValues } from '@sandpiper/contract/message';
import type { SkipReason } from '@sandpiper/contract/reasons';
import type { Delivery } from './deliveries.store.ts';
import { moveDelivery } from './deliveries.service.ts';
import type { Ledger } from './deliveries.service.ts';
import { coolOffSeconds, detailOf, judge } from './person-rules.ts';
import { findPersonFacts } from './people.store.ts';

/*
 * Decides whether a person may be messaged, and with what text. The text contains the variable values from the time of the claim. If new
 * values would change the text before the go-ahead to send, the agent doesn't get the go-ahead. Changes after the go-ahead don't affect the
 * text that the agent looks for in the conversation.
 */

export type MessageText = { template_content: string; variables: readonly string[] };

export function messageOf({ template_content, variables }: MessageText): Message {
  return parseMessage(template_content, variables);
}

const hashOf = (text: string) => createHash('md5').update(text).digest('hex');

/**
 * Hashes a message text. Messages with the same hash are treated as the same message. The agent types a text without the spaces and line
 * breaks around it, so texts that differ only in these spaces and line breaks are the same message.
 */
export function textKeyOf(text: string): string {
  return hashOf(typedText(text));
}

/** Returns all hashes that a contact with this text can have. Earlier versions hashed the text as written. */
export function textKeysOf({ template_content: text }: Pick<MessageText, 'template_content'>): string[] {
  return [textKeyOf(text), hashOf(text)];
}

/** Why a campaign can't message a person. `removed` means that the person was removed from the list. */
type Refusal = { reason: SkipReason | 'removed'; detail: string | null };
type Judged = { refusal: Refusal } | { refusal: null; text: string; values: MessageValues | null };

export async function judgePerson(
  { change: { app, transaction }, campaign }: Ledger,
  delivery: Delivery,
): Promise<Judged> {
  const message = messageOf(campaign);
  const names = variablesOf(message);
  const question = {
    userId: campaign.user_id,
    textKeys: textKeysOf(campaign),
    coolOffSeconds: coolOffSeconds(app.config, campaign.cool_off_days),
    deliveryId: delivery.id,
    needsVariables: names.length > 0,
  };
  const facts = await findPersonFacts(transaction, question, delivery.recipient_id);
  if (facts === undefined) return { refusal: { reason: 'removed', detail: null } };
  const judgment = judge(facts, campaign, message);
  const { reason, text } = judgment;
  if (reason !== null) return { refusal: { reason, detail: detailOf(judgment) } };
  return { refusal: null, text, values: valuesOf(facts.variables ?? {}, names) };
}

function valuesOf(values: MessageValues, names: readonly string[]): MessageValues | null {
  const used: Record<string, string> = {};
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) used[name] = value;
  }
  return Object.keys(used).length === 0 ? null : used;
}

/** Returns a delivery's message text with the variable values from its last claim. */
export function textOfClaim(campaign: MessageText, { recipient, variables }: Delivery): string {
  return renderMessage(messageOf(campaign), { ...variables, username: recipient }).text;
}

/** Skips a person and adds a log entry. If the person was removed from the list, withdraws the person instead. */
export async function skipPerson(ledger: Ledger, delivery: Delivery, { reason, detail }: Refusal): Promise<void> {
  const event = reason === 'removed' ? ({ type: 'withdraw' } as const) : ({ type: 'skip', reason } as const);
  await moveDelivery(ledger, delivery, event, { detail });
}
