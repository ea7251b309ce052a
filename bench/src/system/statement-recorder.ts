import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { recordingFile } from '../config.ts';

/*
 * This module is loaded into a server with --import. It writes every statement that the server sends to its database to a file, one per
 * line.
 */

function textOf(query: unknown): { text?: unknown; values?: unknown } {
  if (typeof query === 'string') return { text: query };
  return typeof query === 'object' && query !== null ? query : {};
}

const original: unknown = Reflect.get(pg.Client.prototype, 'query');

if (recordingFile !== null && typeof original === 'function') {
  Reflect.set(pg.Client.prototype, 'query', function record(this: pg.Client, query: unknown, ...rest: unknown[]) {
    const { text, values = Array.isArray(rest[0]) ? rest[0] : [] } = textOf(query);
    appendFileSync(recordingFile ?? '', `${JSON.stringify({ text, values })}\n`);
    return Reflect.apply(original, this, [query, ...rest]) as unknown;
  });
}
