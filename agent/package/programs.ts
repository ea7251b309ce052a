import { spawn } from 'node:child_process';
import { systemCodeOf, UserError } from '../src/platform/errors.ts';

type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; shell?: boolean; ifMissing?: string };

/** Runs a program and returns its output. If it fails, throws an error that contains the output. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { ifMissing = `${program} is missing. Install it and try again.`, ...rest } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        output += piece;
      });
    }
    child.on('error', (error) => reject(systemCodeOf(error) === 'ENOENT' ? new UserError(ifMissing) : error));
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new UserError(`${output.trim()}\n${program} failed (${code ?? 'killed'}). Its output is above.`));
    });
  });
}
