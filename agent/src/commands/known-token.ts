import type { Config } from '../platform/config.ts';
import { TryLater } from '../platform/errors.ts';
import { pairCommandText } from '../platform/pairing.text.ts';
import { loadSettings } from '../platform/saved-settings.ts';
import { openStoredToken } from '../platform/stored-token.ts';

/** Returns the token, or null if this computer isn't paired. Throws if it is paired but the token can't be read now. */
export async function knownToken(config: Config): Promise<string | null> {
  const { server } = config;
  if (config.token !== null || server === null) return config.token;
  const store = await openStoredToken(config, server);
  const token = await store.load();
  if (token !== null) return token;
  const settings = await loadSettings(config.dataDir);
  if (settings.is_paired !== true || settings.server !== server) return null;
  // Pairing again automatically would leave an unused token on the server, and open the browser at every start.
  throw new TryLater(
    `Couldn't read the token from ${store.place}. If it is locked, unlock it and try again. Otherwise, pair again: ${pairCommandText(server)}`,
  );
}
