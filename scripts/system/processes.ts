import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { signalGroup } from '@sandpiper/testkit/program';
import { root } from '../bootstrap/project.mjs';
import { onStop } from './stopping.ts';

export type CaptureOptions = { cwd?: string; env?: NodeJS.ProcessEnv; shell?: boolean; timeoutMs?: number };
export type Captured = {
  code: number;
  timedOut: boolean;
  /** Everything that the command printed to stdout and stderr, in order. */
  output: string;
  stdout: string;
};

/** Returns the output as text, without colors and with plain line breaks. */
function plainText(chunks: Buffer[]): string {
  return stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')).replaceAll('\r', '');
}

/**
 * Runs a command in its own process group and collects its output. When the command exits, at the time limit, or when this script is
 * stopped, kills the whole group. The package execa would kill only the command itself. Rejects if the command can't be started.
 */
export function capture(command: string, args: string[], options: CaptureOptions = {}): Promise<Captured> {
  const { cwd = root, env = process.env, shell = false, timeoutMs } = options;
  return new Promise((settle, reject) => {
    const child = spawn(command, args, { cwd, env, shell, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const stdout: Buffer[] = [];
    let timedOut = false;
    let timer: NodeJS.Timeout | undefined;
    const expire = () => {
      timedOut = true;
      signalGroup(child, 'SIGKILL');
    };
    if (timeoutMs !== undefined) timer = setTimeout(expire, timeoutMs);
    child.on('error', reject);
    if (child.pid === undefined) {
      clearTimeout(timer);
      return;
    }
    const unregister = onStop(() => signalGroup(child, 'SIGKILL'));
    child.stdout.on('data', (chunk: Buffer) => void (output.push(chunk) && stdout.push(chunk)));
    child.stderr.on('data', (chunk: Buffer) => void output.push(chunk));
    child.on('exit', () => {
      clearTimeout(timer);
      unregister();
      // Kill processes that the command left running, because they would keep the pipes open.
      signalGroup(child, 'SIGKILL');
    });
    child.on('close', (code) => {
      settle({ code: code ?? 1, timedOut, output: plainText(output), stdout: plainText(stdout) });
    });
  });
}
