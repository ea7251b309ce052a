import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { errorCodeOf } from '../error-code.ts';
import { makeFolder } from '../files/make-folder.ts';
import { syncFolderOf } from '../files/sync-folder.ts';
import { serverKeyOf } from './server-keys.ts';
import type { ServerKey, ServerKeys } from './server-keys.ts';
import { OperatorError } from '../operator-error.ts';

/* Reads and writes the file with the server's secrets: one secret per line, the current secret first. */

const shortest = 32;

export function keyFileOf(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

export function readKeyFile(dataDir: string): string[] {
  const file = keyFileOf(dataDir);
  if (statSync(file).isDirectory())
    throw new OperatorError(`${file} is a folder, but has to be a file. Move the folder away and start again.`);
  const secrets = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (secrets.length > 0 && secrets.every((secret) => secret.length >= shortest)) return secrets;
  throw new OperatorError(`${file} is empty or contains a key that is too short. Restore the file from a backup.`);
}

/**
 * Replaces the file atomically. A server that reads the file in the meantime, or after a power failure, gets either the complete old
 * content or the complete new content.
 */
export async function writeKeyFile(dataDir: string, secrets: readonly string[]): Promise<void> {
  const file = keyFileOf(dataDir);
  await rename(await writeTemporaryFile(file, secrets), file);
  await syncFolderOf(file);
}

/** Creates the file atomically unless it exists. Processes that start at the same time all get the same key. */
async function createKeyFile(dataDir: string): Promise<void> {
  const file = keyFileOf(dataDir);
  if (existsSync(file)) return;
  await makeFolder(dataDir);
  const unfinished = await writeTemporaryFile(file, [newSecret()]);
  try {
    // Unlike a rename, this never replaces a file that another process has created in the meantime.
    await link(unfinished, file);
  } catch (cause) {
    if (errorCodeOf(cause) !== 'EEXIST') throw cause;
  } finally {
    await rm(unfinished);
  }
  await syncFolderOf(file);
}

/** Writes the secrets to a new file in the same folder, syncs it to disk, and returns its path. */
async function writeTemporaryFile(file: string, secrets: readonly string[]): Promise<string> {
  const unfinished = `${file}.${randomUUID()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(secrets.map((secret) => `${secret}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return unfinished;
}

type KeySettings = Pick<Config, 'secretKey' | 'otherSecretKeys' | 'dataDir'>;

/**
 * Loads the keys from the environment and from the key file in the data folder. Without SECRET_KEY, the file is created at the first start.
 * The file is read again whenever it changes, so a running server uses a new key immediately.
 */
export async function loadKeys({ secretKey, otherSecretKeys, dataDir }: KeySettings): Promise<ServerKeys> {
  if (secretKey === null) await createKeyFile(dataDir);
  let stamp: string | null = null;
  let keys: readonly ServerKey[] = [];
  const read = (inFile: string[]) => {
    const secrets = [...(secretKey === null ? [] : [secretKey]), ...inFile, ...otherSecretKeys];
    keys = [...new Set(secrets)].map(serverKeyOf);
  };
  const known = () => {
    const found = stampOf(keyFileOf(dataDir));
    if (found !== null && found !== stamp) read(readKeyFile(dataDir));
    else if (keys.length === 0) read([]);
    stamp = found ?? stamp;
    return keys;
  };
  known();
  return { known, current: () => currentOf(known()) };
}

/** Loads the keys for a command. Throws if there are none, because a new key would only hide that `DATA_DIR` is wrong. */
export async function loadExistingKeys(settings: KeySettings): Promise<ServerKeys> {
  const { secretKey, dataDir } = settings;
  if (secretKey !== null || existsSync(keyFileOf(dataDir))) return loadKeys(settings);
  throw new OperatorError(
    `There is no secret.key in ${dataDir}. Check DATA_DIR, or set SECRET_KEY. ` +
      'If the key is lost, start the server first. The server then creates a new key.',
  );
}

function currentOf([first]: readonly ServerKey[]): ServerKey {
  if (first === undefined) throw new Error('The server has no key');
  return first;
}

/** Returns a fingerprint that changes whenever the file is replaced, or null if there is no file. */
function stampOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
