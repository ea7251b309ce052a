import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from './errors.ts';
import { writePrivateFile } from './private-file.ts';

const settingsSchema = z.object({
  server: z.string().optional(),
  instagram_url: z.string().optional(),
  /** The ID in the name of this data folder's keyring entry. Missing until a token is stored, or if an older agent stored the token. */
  token_entry: z.string().optional(),
  /** Whether `pair` or `install` has stored a token for the server, and `logout` hasn't removed the token since. */
  is_paired: z.boolean().optional(),
  /**
   * The public key for verifying the server's page packs. The server sent it when this computer was paired. Null if the server sent none.
   */
  page_pack_key: z.string().nullable().optional(),
  /** Whether the agent is paused. It stays paused after a restart. */
  is_paused: z.boolean().optional(),
  /** The window limit if `--max-windows` isn't given. `sandpiper-agent install` saves it. */
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
