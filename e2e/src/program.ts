import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { environmentWith } from './config.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** A program under test, started as a user's shell would start it. */
export type Program = {
  name: string;
  pid: number;
  /** All that it printed so far. */
  output: () => string;
  /** Resolves with the match as soon as the output has it; fails when the program ends first. */
  waitFor: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>;
  /** Resolves when it has ended and all its output is here. */
  ended: Promise<Ending>;
  hasEnded: () => boolean;
  /** Asks it to end, and waits. */
  stop: (signal?: NodeJS.Signals) => Promise<Ending>;
  /** Ends it as a crash would: it gets no chance to tidy up. */
  kill: () => Promise<Ending>;
};

export type ProgramOptions = { args: string[]; env?: Record<string, string>; command?: string };

const usualWaitMs = 120_000;
const endsWithinMs = 60_000;

function endingOf(child: ChildProcess): Promise<Ending> {
  return new Promise((settle, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => settle({ code, signal }));
  });
}

/** Starts a program; `command` is this very Node unless told. */
export function startProgram(name: string, { args, env = {}, command = process.execPath }: ProgramOptions): Program {
  const child = spawn(command, args, {
    cwd: root,
    env: environmentWith({ NO_COLOR: '1', ...env }),
    // A group of its own, so that a Ctrl-C for the tests reaches them first.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${name} could not be started: ${command}`);
  let said = '';
  const listeners = new Set<() => void>();
  const changed = () => listeners.forEach((listener) => listener());
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      said += text;
      changed();
    });
  }
  let ending: Ending | null = null;
  const ended = endingOf(child);
  ended.then(
    (how) => {
      ending = how;
      changed();
    },
    () => changed(),
  );

  function waitFor(pattern: RegExp, timeoutMs = usualWaitMs): Promise<RegExpExecArray> {
    return new Promise((settle, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(timer);
        listeners.delete(look);
        act();
      };
      const fail = (what: string) => finish(() => reject(new Error(`${name} ${what} ${String(pattern)}:\n${said}`)));
      const look = () => {
        const match = pattern.exec(said);
        if (match !== null) finish(() => settle(match));
        else if (ending !== null) fail('ended before it said');
      };
      const timer = setTimeout(() => fail('did not say in time'), timeoutMs);
      listeners.add(look);
      look();
    });
  }

  async function end(signal: NodeJS.Signals): Promise<Ending> {
    if (ending === null) child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
    try {
      return await ended;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    name,
    pid,
    output: () => said,
    waitFor,
    ended,
    hasEnded: () => ending !== null,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: () => end('SIGKILL'),
  };
}
