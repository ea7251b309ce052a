import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { instagramUsernamePattern } from './usernames.ts';

/* If a pattern backtracks, text that is 4 times as long can take 16 times as long to check, so a single request could block the server. */

const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'many @': (length) => '@'.repeat(length),
  'one @ and many dots': (length) => `a@${'.'.repeat(length)}@`,
  'many short domain parts': (length) => `a@${'a.'.repeat(length / 2)} `,
  'many dots': (length) => `${'.'.repeat(length)}!`,
  'many spaces': (length) => ' '.repeat(length),
  'many spaces between letters': (length) => `a${' '.repeat(length)}a`,
  'many line breaks': (length) => `${'\r\n'.repeat(length / 2)}a`,
  'many letters': (length) => `${'a'.repeat(length)}!`,
  'many digits': (length) => `${'1'.repeat(length)}!`,
  'many slashes': (length) => `${'/'.repeat(length)}a`,
  'many dashes': (length) => `${'-'.repeat(length)}!`,
  'many opening braces': (length) => '{'.repeat(length),
  'lone surrogates': (length) => '\ud800'.repeat(length),
};

/** Each length is 4 times the previous one, so that a slow schema fails before it takes minutes. */
const lengths = [4096, 16_384, 65_536, 262_144, 1_048_576] as const;
/** Each length can take up to this many times as long as the previous one. A linear check takes 4 times as long, a quadratic check 16. */
const maxGrowth = 8;
/** Extra time allowed for the garbage collector and other work on the machine. */
const allowanceMs = 100;

/** Builds an input for a schema with this text in every text field. */
function filled(schema: unknown, text: string): unknown {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, unknown> = schema.shape;
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, filled(field, text)]));
  }
  if (schema instanceof z.ZodArray) return [filled(schema.element, text)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return filled(schema.unwrap(), text);
  }
  return text;
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function assertNotSlow(schema: z.ZodType, makeText: (length: number) => string): void {
  let previousMs = 0;
  for (const length of lengths) {
    const input = filled(schema, makeText(length));
    const budgetMs = previousMs * maxGrowth + allowanceMs;
    const measure = () => processorMs(() => schema.safeParse(input));
    let ms = measure();
    if (ms > budgetMs) ms = Math.min(ms, measure());
    assert.ok(ms <= budgetMs, `${length} characters took ${ms} ms, a quarter of them ${previousMs} ms`);
    previousMs = ms;
  }
}

const calls: [key: string, endpoint: Endpoint][] = Object.entries(api);

describe('a one-megabyte text is checked quickly', () => {
  for (const [key, { params, query, body }] of calls) {
    for (const [part, schema] of Object.entries({ params, query, body })) {
      if (schema === undefined) continue;
      it(`in the ${part} of ${key}`, () => {
        for (const makeText of Object.values(hostileTexts)) assertNotSlow(schema, makeText);
      });
    }
  }

  it('by the username pattern, which also checks the names in a bulk import', () => {
    const schema = z.string().regex(instagramUsernamePattern);
    for (const makeText of Object.values(hostileTexts)) assertNotSlow(schema, makeText);
  });
});
