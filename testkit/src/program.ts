import { spawn, type ChildProcess } from 'node:child_process';
import { sendSignal } from './processes.ts';

export type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** A program that runs as a separate process: part of this project, or another program such as Firefox. */
export type Program = {
  name: string;
  pid: number;
  /** Returns the program's output so far: all of it, or only the last `keptCharacters`. */
  output: () => string;
  /** Resolves with the match as soon as the output matches the pattern. Rejects if the program exits first or the timeout passes. */
  waitFor: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>;
  /** Resolves when the program has exited and all of its output has arrived. */
  ended: Promise<Ending>;
  hasEnded: () => boolean;
  /** Asks the program to exit, and waits. After a timeout, kills the program and, if it has its own group, everything it has started. */
  stop: (signal?: NodeJS.Signals) => Promise<Ending>;
  /** Ends the program abruptly, like a crash: it can't clean up, and whatever it has started keeps running. */
  kill: () => Promise<Ending>;
};

export type ProgramOptions = {
  args: string[];
  /** The executable. The default is the current Node. */
  command?: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  keptCharacters?: number;
  /**
   * Whether to start the program in its own process group. The terminal's Ctrl+C then doesn't reach the program, so the
   * caller has to stop it. Otherwise, Ctrl+C ends both the caller and the program. The default is true.
   */
  ownGroup?: boolean;
  onOutput?: (text: string) => void;
};

const defaultWaitMs = 120_000;
const endsWithinMs = 60_000;

/** Sends a signal to a child and everything it has started. The child must lead its process group. On Windows, signals only the child. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') child.kill(signal);
  else sendSignal(-child.pid, signal);
}

function endingOf(child: ChildProcess): Promise<Ending> {
  return new Promise((settle, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => settle({ code, signal }));
  });
}

function spawnProgram({ command = process.execPath, args, cwd, env = process.env, ownGroup = true }: ProgramOptions) {
  return spawn(command, args, { cwd, env, detached: ownGroup, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Collects a program's output, and checks it for the patterns that callers wait for. */
function watchOutput(name: string, child: ReturnType<typeof spawnProgram>, options: ProgramOptions) {
  const { keptCharacters = Number.POSITIVE_INFINITY, onOutput } = options;
  let output = '';
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output = (output + text).slice(-keptCharacters);
      onOutput?.(text);
      notify();
    });
  }
  const end = () => {
    hasEnded = true;
    notify();
  };
  child.on('error', end);
  child.on('close', end);

  function waitFor(pattern: RegExp, timeoutMs = defaultWaitMs): Promise<RegExpExecArray> {
    return new Promise((settle, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(timer);
        listeners.delete(look);
        act();
      };
      const fail = (what: string) => finish(() => reject(new Error(`${name} ${what} ${String(pattern)}:\n${output}`)));
      const look = () => {
        const match = pattern.exec(output);
        if (match !== null) finish(() => settle(match));
        else if (hasEnded) fail('ended before it printed');
      };
      const timer = setTimeout(() => fail('took too long to print'), timeoutMs);
      listeners.add(look);
      look();
    });
  }

  return { output: () => output, hasEnded: () => hasEnded, waitFor };
}

/** Starts a program, which the caller must stop. Throws if the program can't be started. */
export function startProgram(name: string, options: ProgramOptions): Program {
  const child = spawnProgram(options);
  const ended = endingOf(child);
  // If the program can't be started, `ended` rejects. Callers that never await `ended` must not crash because of that.
  ended.catch(() => undefined);
  const { output, hasEnded, waitFor } = watchOutput(name, child, options);
  if (child.pid === undefined) throw new Error(`${name} could not be started: ${child.spawnfile}`);

  const killAll = () => (options.ownGroup === false ? child.kill('SIGKILL') : signalGroup(child, 'SIGKILL'));

  async function end(signal: NodeJS.Signals): Promise<Ending> {
    if (!hasEnded()) child.kill(signal);
    const timer = setTimeout(killAll, endsWithinMs);
    try {
      return await ended;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    name,
    pid: child.pid,
    output,
    waitFor,
    ended,
    hasEnded,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: () => end('SIGKILL'),
  };
}
