import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from './errors.ts';
import { writePrivateFile } from './private-file.ts';

const savedSchema = z.object({ installation_id: z.uuid(), process_id: z.uuid() });

/** Which computer this is, and which run of the agent. */
export type AgentIdentity = {
  installation_id: string;
  process_id: string;
  /** The last run in the same data folder. */
  previous_process_id: string | null;
};

function fileIn(dataDir: string): string {
  return join(dataDir, 'installation.json');
}

async function readSaved(dataDir: string): Promise<z.infer<typeof savedSchema> | null> {
  const text = await unlessMissing(readFile(fileIn(dataDir), 'utf8'), 'null');
  try {
    return savedSchema.parse(JSON.parse(text));
  } catch {
    // New, or damaged: either way this computer needs a new identity.
    return null;
  }
}

/** The identity of a run that only asks: nothing is written down. */
export async function readIdentity(dataDir: string): Promise<AgentIdentity> {
  const former = await readSaved(dataDir);
  return {
    installation_id: former?.installation_id ?? randomUUID(),
    process_id: randomUUID(),
    previous_process_id: former?.process_id ?? null,
  };
}

/** The identity of a new run. Written down before the server hears of it, so that the next run can name this one. */
export async function beginIdentity(dataDir: string): Promise<AgentIdentity> {
  const identity = await readIdentity(dataDir);
  const { installation_id, process_id } = identity;
  await writePrivateFile(fileIn(dataDir), `${JSON.stringify({ installation_id, process_id })}\n`);
  return identity;
}
