import { randomUUID } from 'node:crypto';
import { chmod, copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/*
 * Lets the command line request a backup from the running server, through a file in the data folder. Only the server's own operating-system
 * user can write there.
 */

const orderSchema = z.object({ id: z.string() });
const answerSchema = z.object({ id: z.string(), file: z.string().nullable(), error: z.string().nullable() });
type Answer = z.infer<typeof answerSchema>;

const orderFile = (dataDir: string) => join(dataDir, 'backup-order');
const answerFile = (dataDir: string) => join(dataDir, 'backup-answer');

/** Removes the pending request, so that it is processed only once, and returns its ID. Returns null if there is no request. */
export async function takeOrder(dataDir: string): Promise<string | null> {
  const order = await readJson(orderFile(dataDir), orderSchema);
  if (order === null) return null;
  await rm(orderFile(dataDir), { force: true });
  return order.id;
}

export async function answerOrder(dataDir: string, answer: Answer): Promise<void> {
  await writeWhole(answerFile(dataDir), answer);
}

const lookAgainMs = 500;
/** How long to wait for the server to accept a request. The server checks for requests every five seconds, unless its sweep is delayed. */
const takenWithinMs = 60_000;

/** Makes the running server create a backup, and copies the backup to a file. */
export async function orderBackup(dataDir: string, file: string): Promise<void> {
  const id = randomUUID();
  await writeWhole(orderFile(dataDir), { id });
  const giveUpAt = Date.now() + takenWithinMs;
  for (;;) {
    const answer = await readJson(answerFile(dataDir), answerSchema);
    if (answer?.id === id) {
      await rm(answerFile(dataDir), { force: true });
      if (answer.file === null)
        throw new BackupError(answer.error ?? "The server couldn't create the backup. Its log says why.");
      await copyFile(answer.file, file);
      await chmod(file, 0o600);
      return;
    }
    const order = await readJson(orderFile(dataDir), orderSchema);
    if (order?.id === id && Date.now() > giveUpAt) {
      await rm(orderFile(dataDir), { force: true });
      throw new BackupError(
        "The running server didn't answer within a minute. Check its log, or stop the server and run this command again.",
      );
    }
    await setTimeout(lookAgainMs);
  }
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the file under a temporary name first, so that nobody reads an incomplete file. */
async function writeWhole(file: string, content: object): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await writeFile(unfinished, JSON.stringify(content), { mode: 0o600 });
  await rename(unfinished, file);
}
