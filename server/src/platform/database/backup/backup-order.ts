import { randomUUID } from 'node:crypto';
import { chmod, copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { errorCodeOf } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';

/*
 * Lets the command line request a backup from the running server, through files in the data folder. The server creates this folder so that
 * only its own operating-system user can write there.
 */

const orderSchema = z.object({ id: z.uuid() });
const answerSchema = z.object({
  at: z.string(),
  state: z.enum(['working', 'done', 'failed']),
  /** The path to the finished backup, or why the backup failed. Empty while the server is working. */
  detail: z.string(),
});
type Answer = z.infer<typeof answerSchema>;

const orderFile = (dataDir: string) => join(dataDir, 'backup-order');
/** Each request has its own answer, because the server can work on several requests at a time. */
const answerFile = (dataDir: string, id: string) => join(dataDir, `backup-answer-${id}`);

/** Removes the pending request, so that it is processed only once, and returns its ID. Returns null if there is no request. */
export async function takeOrder(dataDir: string): Promise<string | null> {
  const order = await readJson(orderFile(dataDir), orderSchema);
  if (order === null) return null;
  await rm(orderFile(dataDir), { force: true });
  return order.id;
}

/**
 * Writes the server's answer. During a backup, the server has to call this function repeatedly, so that the command knows that the server
 * is still running.
 */
export async function answerOrder(dataDir: string, id: string, answer: Omit<Answer, 'at'>): Promise<void> {
  await writeWhole(answerFile(dataDir, id), { ...answer, at: new Date().toISOString() });
}

const lookAgainMs = 500;
/** How long the server may be silent. The server checks for requests every five seconds, unless its sweep is delayed. */
const longestSilenceMs = 60_000;

/** Makes the running server create a backup, and copies the backup to a file. Throws if the server fails or stops responding. */
export async function orderBackup(dataDir: string, file: string, silenceMs = longestSilenceMs): Promise<void> {
  const id = randomUUID();
  await writeWhole(orderFile(dataDir), { id });
  try {
    const { state, detail } = await finalAnswer(dataDir, id, silenceMs);
    if (state === 'failed') throw new OperatorError(detail);
    await copyFile(detail, file);
    await chmod(file, 0o600);
  } finally {
    await rm(answerFile(dataDir, id), { force: true });
  }
}

async function finalAnswer(dataDir: string, id: string, silenceMs: number): Promise<Answer> {
  let heard: string | null = null;
  let heardAt = performance.now();
  for (;;) {
    const answer = await readJson(answerFile(dataDir, id), answerSchema);
    if (answer !== null && answer.state !== 'working') return answer;
    if (answer !== null && answer.at !== heard) {
      heard = answer.at;
      heardAt = performance.now();
    }
    if (performance.now() - heardAt > silenceMs) {
      await withdrawOrder(dataDir, id);
      throw new OperatorError(heard === null ? notTaken : notFinished);
    }
    await setTimeout(lookAgainMs);
  }
}

const notTaken =
  "The running server didn't answer within a minute. Check its log, or stop the server and run this command again.";
const notFinished =
  'The server stopped responding during the backup. Check whether it is still running, and run this command again.';

async function withdrawOrder(dataDir: string, id: string): Promise<void> {
  const order = await readJson(orderFile(dataDir), orderSchema);
  if (order?.id === id) await rm(orderFile(dataDir), { force: true });
}

/** Reads a file. Returns null if there is none, or if it is damaged, because a power failure can leave an empty file. */
async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Writes the file under a temporary name first, so that nobody reads an incomplete file. */
async function writeWhole(file: string, content: object): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await writeFile(unfinished, JSON.stringify(content), { mode: 0o600 });
  await rename(unfinished, file);
}
