import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from './errors.ts';
import { writePrivateFile } from './private-file.ts';

const settingsSchema = z.object({
  server: z.string().optional(),
  instagram_url: z.string().optional(),
  /** There is a token for the server. */
  is_paired: z.boolean().optional(),
  /** The user asked for a pause; it outlives a restart. */
  is_paused: z.boolean().optional(),
  /** How many windows the user allows an agent that starts by itself. */
  max_windows: z.int().optional(),
});
export type SavedSettings = z.infer<typeof settingsSchema>;

function fileIn(dataDir: string): string {
  return join(dataDir, 'agent.json');
}

export async function loadSettings(dataDir: string): Promise<SavedSettings> {
  const text = await unlessMissing(readFile(fileIn(dataDir), 'utf8'), '{}');
  return settingsSchema.parse(JSON.parse(text));
}

export async function saveSettings(dataDir: string, change: SavedSettings): Promise<void> {
  const settings = { ...(await loadSettings(dataDir)), ...change };
  await writePrivateFile(fileIn(dataDir), `${JSON.stringify(settings, null, 2)}\n`);
}
