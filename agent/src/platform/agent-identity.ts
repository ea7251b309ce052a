import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from './errors.ts';
import { writePrivateFile } from './private-file.ts';

const savedSchema = z.object({ installation_id: z.uuid(), process_id: z.uuid() });

/** The IDs of this data folder (`installation_id`) and of this run of the agent (`process_id`). */
export type AgentIdentity = {
  installation_id: string;
  process_id: string;
  /** The `process_id` of the previous run in the same data folder, or null if none is recorded. */
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
    // Treat a damaged file as missing, so that the agent gets a new identity.
    return null;
  }
}

/** Returns an identity without saving it, for the command `doctor`, which doesn't count as a run of the agent. */
export async function readIdentity(dataDir: string): Promise<AgentIdentity> {
  const saved = await readSaved(dataDir);
  return {
    installation_id: saved?.installation_id ?? randomUUID(),
    process_id: randomUUID(),
    previous_process_id: saved?.process_id ?? null,
  };
}

/**
 * Creates the identity of a new run. Saves the identity before the agent sends it to the server, so that the next run can always tell the
 * server which run came before.
 */
export async function beginIdentity(dataDir: string): Promise<AgentIdentity> {
  const identity = await readIdentity(dataDir);
  const { installation_id, process_id } = identity;
  await writePrivateFile(fileIn(dataDir), `${JSON.stringify({ installation_id, process_id })}\n`);
  return identity;
}
