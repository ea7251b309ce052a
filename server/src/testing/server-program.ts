import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock } from 'node:test';
import { ensureServerBundle } from '../../../scripts/system/build.ts';
import { serverBundle } from '../../../scripts/system/server-bundle.ts';
import { findCommand } from '../commands.cli.ts';
import { readConfig } from '../platform/config.ts';
import { startFailureText } from '../start-failure.ts';
import { compileCache } from './config.ts';

/* Starts the server's program and its commands, with copies of one data folder. */

/** The folder for everything that these tests write. */
export const folder = await mkdtemp(join(tmpdir(), 'sandpiper-program-'));
const running = new Set<ChildProcess>();
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

/** Starts the bundle that `npm start` runs, because it starts faster than the server's modules. Call `newData` first. */
export function start(environment: Record<string, string>, ...args: string[]): Started {
  const child = spawn(process.execPath, [serverBundle, ...args], {
    env: { ...compileCache, LOG_LEVEL: 'error', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (text += data.toString()));
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return { child, output: () => text, ended };
}

/** Waits until the process prints something that matches the pattern. Returns the match. */
export async function waitFor(started: Started, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(started.output());
    if (match !== null) return match;
    const ended = await Promise.race([
      started.ended.then(() => true),
      once(started.child.stdout ?? started.child, 'data'),
    ]);
    if (ended === true) throw new Error(`The server ended: ${started.output()}`);
  }
}

/** Waits for the URL that the server prints when it is ready. */
export async function addressOf(started: Started): Promise<string> {
  const [, address = ''] = await waitFor(started, /ready at (http\S+)/);
  return address;
}

export async function stopServer({ child, ended }: Started): Promise<void> {
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
}

type NewData = { dataDir: string; output: string };

async function startOnce(): Promise<NewData> {
  await ensureServerBundle();
  const dataDir = join(folder, 'new');
  await mkdir(dataDir, { mode: 0o755 });
  const server = start({ DATA_DIR: dataDir });
  await addressOf(server);
  await stopServer(server);
  return { dataDir, output: server.output() };
}

let started: Promise<NewData> | undefined;

/**
 * Returns the data folder of a server that was started once, and what this server printed. Other users can read the folder. Creating a
 * database takes seconds, so most tests use a copy.
 */
export function newData(): Promise<NewData> {
  started ??= startOnce();
  return started;
}

/** Copies the data folder of a server that was started once. Returns the path to the copy. */
export async function copyData(name: string): Promise<string> {
  await cp((await newData()).dataDir, join(folder, name), { recursive: true });
  return join(folder, name);
}

/** Runs a command in this process, which is much faster than starting another process. Returns what the command prints. */
export async function run(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const printing = mock.method(console, 'log', () => undefined);
  try {
    await findCommand(args)(readConfig(environment));
    return printing.mock.calls.map(({ arguments: [text] }) => `${String(text)}\n`).join('');
  } finally {
    printing.mock.restore();
  }
}

/** Runs a command that has to fail with a message for the operator. Returns the message. */
export async function refusalOf(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const error: unknown = await run(environment, ...args).then(
    (output) => new Error(`The command was not refused: ${output}`),
    (refusal: unknown) => refusal,
  );
  const text = startFailureText(error, readConfig(environment));
  if (text === undefined) throw error;
  return text;
}
