import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { journalPath } from './journal.file.ts';
import { loadSettings, saveSettings } from './saved-settings.ts';
import { openTokenStore, type TokenStore } from './token-store.ts';

/* Each data folder has its own entry in the keyring, so that agents with different folders can work for different users. */

type Folder = { dataDir: string };

/**
 * Opens the place where a data folder's token is stored. Older agents named the entry in the keyring after the server, so all folders
 * shared it. A folder that an older agent used keeps using the shared entry until a token is stored for it again.
 */
export async function openStoredToken({ dataDir }: Folder, server: string): Promise<TokenStore> {
  const { token_entry, server: pairedWith } = await loadSettings(dataDir);
  const wasUsed = pairedWith === server || existsSync(journalPath(dataDir, server));
  const isShared = token_entry === undefined && wasUsed;
  return openTokenStore({ dataDir, server, entry: isShared ? server : `${server} ${token_entry ?? 'none'}` });
}

/**
 * Stores a token and saves that the computer is now paired with this server. Returns a description of where the token is stored, to show to
 * the user.
 */
export async function storeToken({ dataDir }: Folder, server: string, token: string): Promise<string> {
  const { token_entry = randomUUID(), server: pairedWith } = await loadSettings(dataDir);
  const store = openTokenStore({ dataDir, server, entry: `${server} ${token_entry}` });
  await store.save(token);
  // A key is only good for the server that sent it.
  const keyChange = pairedWith === server ? {} : { page_pack_key: null };
  await saveSettings(dataDir, { token_entry, server, is_paired: true, ...keyChange });
  return store.place;
}
