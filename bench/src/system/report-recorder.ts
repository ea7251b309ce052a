import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
import pg from 'pg';
import { recordingFile } from '../config.ts';

/*
 * This module is loaded into a server with --import. It writes a line to a file whenever a request arrives, a transaction begins, its
 * commit is sent or answered, or a log event is written to a socket.
 */

const epochMs = () => performance.timeOrigin + performance.now();

type Call = (this: object, ...values: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === 'function';

/** Runs `before` whenever the method is called. If `before` returns a function, calls it with the method's result. */
function observe(target: object, method: string, before: (value: unknown) => void | ((result: unknown) => void)): void {
  const original: unknown = Reflect.get(target, method);
  if (!isCall(original)) return;
  Reflect.set(target, method, function observed(this: object, ...values: unknown[]) {
    const after = before(values[0]);
    const result = Reflect.apply(original, this, values);
    after?.(result);
    return result;
  });
}

function textOf(query: unknown): string {
  return String(typeof query === 'object' && query !== null && 'text' in query ? query.text : query);
}

if (recordingFile !== null) {
  const file = recordingFile;
  const note = (what: string) => appendFileSync(file, `${JSON.stringify({ what, at: epochMs() })}\n`);
  subscribe('http.server.request.start', () => note('request'));
  observe(pg.Client.prototype, 'query', (query) => {
    const text = textOf(query);
    if (text === 'begin') note('begin');
    if (text !== 'commit') return;
    note('commit');
    return (answer) => void Promise.resolve(answer).then(() => note('committed'));
  });
  observe(Socket.prototype, 'write', (chunk) => {
    if (Buffer.isBuffer(chunk) ? chunk.includes('campaign_log') : String(chunk).includes('campaign_log')) note('event');
  });
}
