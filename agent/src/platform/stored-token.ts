import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { journalPath } from './journal.file.ts';
import { loadSettings, saveSettings } from './saved-settings.ts';
import { openTokenStore, type TokenPlace, type TokenStore } from './token-store.ts';

type Folder = { dataDir: string };

/**
 * Returns where the token of a data folder is stored. Each folder has its own entry in the keyring, so that agents with different folders
 * can work for different users. Older agents named the entry after the server. A folder that they used keeps that entry.
 */
async function placeOf({ dataDir }: Folder, server: string): Promise<TokenPlace & { id: string | undefined }> {
  const { token_entry, server: pairedWith } = await loadSettings(dataDir);
  const wasUsed = pairedWith === server || existsSync(journalPath(dataDir, server));
  if (token_entry === undefined && wasUsed) return { dataDir, server, entry: server, id: undefined };
  const id = token_entry ?? randomUUID();
  return { dataDir, server, entry: `${server} ${id}`, id };
}

export async function openStoredToken(folder: Folder, server: string): Promise<TokenStore> {
  return openTokenStore(await placeOf(folder, server));
}

/** Stores a token. Returns a description of where it is stored, to show to the user. */
export async function storeToken(folder: Folder, server: string, token: string): Promise<string> {
  const { id, ...place } = await placeOf(folder, server);
  if (id !== undefined) await saveSettings(folder.dataDir, { token_entry: id });
  const store = openTokenStore(place);
  await store.save(token);
  return store.place;
}
