import { randomUUID } from 'node:crypto';
import { chmod, copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { errorCodeOf } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';

/*
 * Lets the command line request a backup from the running server, through files in the data folder. The server creates this folder so that
 * only its own operating-system user can write there.
 */

const answerSchema = z.object({
  at: z.string(),
  state: z.enum(['working', 'done', 'failed']),
  /** The path to the finished backup, or why the backup failed. Empty while the server is working. */
  detail: z.string(),
});
type Answer = z.infer<typeof answerSchema>;

/** Each request has its own files, because several commands can run at the same time. A request's file is empty. */
const orderPrefix = 'backup-order-';
const orderFile = (dataDir: string, id: string) => join(dataDir, `${orderPrefix}${id}`);
const answerPrefix = 'backup-answer-';
const answerFile = (dataDir: string, id: string) => join(dataDir, `${answerPrefix}${id}`);

/** Removes the answers to commands that have ended without reading them. Call this only when the server starts. */
export async function removeOldAnswers(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => name.startsWith(answerPrefix));
  for (const name of found) await rm(join(dataDir, name), { force: true });
}

/** Removes a pending request, so that it is processed only once, and returns its ID. Returns null if there is no request. */
export async function takeOrder(dataDir: string): Promise<string | null> {
  const found = (await readdir(dataDir)).find((name) => name.startsWith(orderPrefix));
  if (found === undefined) return null;
  await rm(join(dataDir, found), { force: true });
  return found.slice(orderPrefix.length);
}

/**
 * Writes the server's answer. During a backup, the server has to call this function repeatedly, so that the command knows that the server
 * is still running.
 */
export async function answerOrder(dataDir: string, id: string, answer: Omit<Answer, 'at'>): Promise<void> {
  await writeAtomically(answerFile(dataDir, id), { ...answer, at: new Date().toISOString() });
}

const lookAgainMs = 500;
/** How long the server may be silent. The server checks for requests every five seconds, unless its sweep is delayed. */
const longestSilenceMs = 60_000;

/** Makes the running server create a backup, and copies the backup to a file. Throws if the server fails or stops responding. */
export async function orderBackup(dataDir: string, file: string, silenceMs = longestSilenceMs): Promise<void> {
  const id = randomUUID();
  await writeFile(orderFile(dataDir, id), '', { mode: 0o600 });
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
    const answer = await readAnswer(dataDir, id);
    if (answer !== null && answer.state !== 'working') return answer;
    if (answer !== null && answer.at !== heard) {
      heard = answer.at;
      heardAt = performance.now();
    }
    if (performance.now() - heardAt > silenceMs) {
      await rm(orderFile(dataDir, id), { force: true });
      throw new OperatorError(heard === null ? notTaken : notFinished);
    }
    await setTimeout(lookAgainMs);
  }
}

const notTaken =
  "The running server didn't answer within a minute. The disk of its data folder may be full. Check the server's log, or stop the server and run this command again.";
const notFinished =
  'The server stopped responding during the backup. Check whether it is still running, and run this command again.';

async function readAnswer(dataDir: string, id: string): Promise<Answer | null> {
  try {
    return answerSchema.parse(JSON.parse(await readFile(answerFile(dataDir, id), 'utf8')));
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the file under a temporary name first, so that nobody reads an incomplete file. */
async function writeAtomically(file: string, content: object): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await writeFile(unfinished, JSON.stringify(content), { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
