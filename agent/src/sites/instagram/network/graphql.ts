import type { Exchange } from '../../../browser/page.ts';

/*
 * Reads the GraphQL requests that the page itself sends to Instagram's server, and the responses to them. The names and fields were
 * captured in 2026 (see `sendCall` in agent/pages/locators.json).
 */

export const graphqlPath = '/api/graphql';

export function nameOfCall(headers: Record<string, string>): string {
  return headers['x-fb-friendly-name'] ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function variablesOf({ body }: Pick<Exchange, 'body'>): Record<string, unknown> {
  const variables = parsed(new URLSearchParams(body).get('variables') ?? '');
  return isObject(variables) ? variables : {};
}

/**
 * Parses a response, which contains either a single JSON object or one object per line. Skips the prefix that keeps other sites from
 * running the response as a script.
 */
export function objectsIn({ answer }: Pick<Exchange, 'answer'>): Record<string, unknown>[] {
  const text = answer.replace(/^for \(;;\);/u, '').trim();
  const whole = parsed(text);
  return (whole === null ? text.split('\n').map(parsed) : [whole]).filter(isObject);
}

/** Yields every object inside a value, at any depth. If the value is an object, also yields the value itself. */
export function* objectsWithin(value: unknown): Generator<Record<string, unknown>> {
  if (isObject(value)) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) yield* objectsWithin(each);
}
