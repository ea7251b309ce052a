import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../files/make-folder.ts';
import type { Database } from '../database.ts';
import { databaseFolder } from '../embedded.ts';
import { copyWhileRunning } from './running-copy.ts';
import { OperatorError } from '../../operator-error.ts';

const program = fileURLToPath(new URL('dump-copy.cli.ts', import.meta.url));

type Wanted = { dataDir: string; file: string; signal: AbortSignal };

/** Writes the open embedded database to one file while the database stays in use. */
export async function backUpRunning(db: Database, { dataDir, file, signal }: Wanted): Promise<void> {
  const copy = join(dataDir, 'backup-copy');
  const madeAt = new Date();
  await makeFolder(dirname(file));
  try {
    await copyWhileRunning(db, databaseFolder(dataDir), copy);
    await dumpInChildProcess([copy, file, madeAt.toISOString()], signal);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function dumpInChildProcess(args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'], signal });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said = `${said}${data.toString()}`.slice(-2000)));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new OperatorError(`The backup couldn't be written: ${said.trim()}`);
}
