import type { Exchange } from '../../../browser/page.ts';
import { typedText } from '../page/page-script/elements.script.ts';
import { isObject, objectsIn, variablesOf } from './graphql.ts';

/** The response from Instagram's server to the request that sent a message. */
export type SendAnswer = { kind: 'sent'; messageId: string } | { kind: 'refused' } | { kind: 'unclear' };

/**
 * Returns the message's text from a request's variables. The page may wrap the text in an object, which keeps it out of Instagram's
 * logs.
 */
function textIn(variables: Record<string, unknown>): string | null {
  const { text } = variables;
  const value = isObject(text) ? text['sensitive_string_value'] : text;
  return typeof value === 'string' ? value : null;
}

function messageIdIn(answer: Record<string, unknown>): string | null {
  const parts = isObject(answer['data']) ? Object.values(answer['data']) : [];
  const ids = parts.map((part) => (isObject(part) ? part['message_id'] : null));
  return ids.find((id): id is string => typeof id === 'string' && id !== '' && id.length <= 200) ?? null;
}

function isRefusal({ data, errors, status }: Record<string, unknown>): boolean {
  return status === 'fail' || (Array.isArray(errors) && errors.length > 0 && !isObject(data));
}

/** Reads the response to the request that sent this text. Returns null if the request was for something else. */
export function readSendAnswer(exchange: Exchange, text: string): SendAnswer | null {
  const sent = textIn(variablesOf(exchange));
  if (sent === null || typedText(sent) !== typedText(text)) return null;
  const answers = objectsIn(exchange);
  const isRefused = answers.some(isRefusal);
  const messageId = answers.map(messageIdIn).find((id) => id !== null) ?? null;
  // The meaning of a response with both a refusal and a message ID is unknown.
  if (isRefused) return messageId === null ? { kind: 'refused' } : { kind: 'unclear' };
  return messageId === null || exchange.status !== 200 ? { kind: 'unclear' } : { kind: 'sent', messageId };
}
