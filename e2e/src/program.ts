import { fileURLToPath } from 'node:url';
import { startProgram as start, type Program, type ProgramOptions } from '@sandpiper/testkit/program';
import { environmentWith } from './config.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type TestProgramOptions = Pick<ProgramOptions, 'args' | 'command'> & { env?: Record<string, string> };

/** Starts a program under test. Removes environment variables that the shell may have set for other purposes. */
export function startProgram(name: string, { args, command, env = {} }: TestProgramOptions): Program {
  return start(name, {
    args,
    cwd: root,
    env: environmentWith({ NO_COLOR: '1', ...env }),
    ...(command === undefined ? {} : { command }),
  });
}
