import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { recordingFile } from '../config.ts';

/*
 * This module is loaded into a server with --import. It writes the steps that hold up other requests for at least 5 ms to a file, one per
 * line: uses of a database connection, and turns of the event loop. The embedded database has only one connection and runs on this event
 * loop.
 */

const shortestMs = 5;
const statementLength = 80;

type Call = (this: object, ...values: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === 'function';

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let statements: string[] = [];

/** Measures steps of the given kind. `end` records the step that began with the last call of `begin`, unless the step was short. */
function stopwatch(kind: 'use' | 'turn') {
  let begun = { at: performance.now(), cpu: cpuMs() };
  const begin = () => {
    begun = { at: performance.now(), cpu: cpuMs() };
  };
  const end = (file: string) => {
    const ms = performance.now() - begun.at;
    if (ms >= shortestMs)
      appendFileSync(file, `${JSON.stringify({ kind, ms, cpuMs: cpuMs() - begun.cpu, statements })}\n`);
  };
  return { begin, end };
}

function textOf(query: unknown): string {
  const text: unknown = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return String(text).replaceAll(/\s+/g, ' ').slice(0, statementLength);
}

/** Runs `before` whenever the method is called. */
function observe(target: object, method: string, before: (...values: unknown[]) => void): void {
  const original: unknown = Reflect.get(target, method);
  if (!isCall(original)) return;
  Reflect.set(target, method, function observed(this: object, ...values: unknown[]) {
    before(...values);
    return Reflect.apply(original, this, values);
  });
}

if (recordingFile !== null) {
  const file = recordingFile;
  const use = stopwatch('use');
  const turn = stopwatch('turn');
  observe(pg.Client.prototype, 'query', (query) => statements.push(textOf(query)));
  observe(pg.Pool.prototype, 'emit', (event) => {
    if (event === 'acquire') {
      statements = [];
      use.begin();
    } else if (event === 'release') use.end(file);
  });
  setInterval(() => {
    turn.end(file);
    turn.begin();
  }, 1).unref();
}
