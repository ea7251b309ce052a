import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { DirectoryLockedError } from './platform/database/directory-lock.ts';
import { openUpdated } from './platform/database/configured-database.ts';
import { keyFileOf, loadExistingKeys, newSecret, readKeyFile, writeKeyFile } from './platform/secrets/key-file.ts';
import { countByKey, dropUnreadable, resealSome } from './platform/secrets/resealing.ts';
import { createSecretBox } from './platform/secrets/secret-box.ts';
import type { ServerKeys } from './platform/secrets/server-keys.ts';
import { OperatorError } from './platform/operator-error.ts';

/* The commands that manage the encryption keys. */

type Here = { db: Database; keys: ServerKeys };

const valuesText = (values: number) => (values === 1 ? '1 value' : `${values} values`);

async function withDatabase<T>(config: Config, work: (here: Here) => Promise<T>): Promise<T> {
  const { db, close } = await openUpdated(config);
  try {
    return await work({ db, keys: await loadExistingKeys(config) });
  } finally {
    await close();
  }
}

/**
 * Creates a new key and re-encrypts all readable values with it. If the server is running, leaves the re-encryption to the server.
 * Otherwise, if an earlier rotation was interrupted, only finishes that rotation. If the key comes from SECRET_KEY, only explains how to
 * replace the key.
 */
export async function rotateKey(config: Config): Promise<void> {
  const lines = await withDatabase(config, (here) => rotateHere(config, here)).catch(async (error: unknown) => {
    if (!(error instanceof DirectoryLockedError)) throw error;
    if (config.secretKey !== null) return stepsWith(newSecret());
    await addKey(config);
    return [
      `Added a new key to ${keyFileOf(config.dataDir)}. The running server will use it from now on.`,
      'Within a few minutes, the server will re-encrypt everything and report this in its log.',
      ...keepCopies,
    ];
  });
  console.log(lines.join('\n'));
}

async function rotateHere(config: Config, { db, keys }: Here): Promise<string[]> {
  const secrets = createSecretBox(keys);
  const earlier = await resealSome(db, secrets);
  if (earlier.resealed > 0) {
    return [
      `Re-encrypted ${valuesText(earlier.resealed)} with the current key ${keys.current().id} instead of an earlier one.`,
      ...unreadableLines(earlier.unreadable),
      'To create a new key, run this command again: npm start -- rotate-key',
    ];
  }
  if (config.secretKey !== null) return [...unreadableLines(earlier.unreadable), ...stepsWith(newSecret())];
  await addKey(config);
  const { resealed, unreadable } = await resealSome(db, secrets);
  return [
    `Created the key ${keys.current().id} and encrypted ${valuesText(resealed)} with it.`,
    ...unreadableLines(unreadable),
    ...keepCopies,
  ];
}

async function addKey({ dataDir }: Config): Promise<void> {
  await writeKeyFile(dataDir, [newSecret(), ...readKeyFile(dataDir)]);
}

const keepCopies = [
  'Keep a copy of the new secret.key, separately from your backups.',
  'Backups made before now need the earlier key, and so does an embedded database that move-to-server left in DATA_DIR.',
  'To remove earlier keys that nothing uses, run: npm start -- remove-old-keys',
  'Unsubscribe links in earlier emails then stop working, so wait a month if there is no hurry.',
];

function unreadableLines(unreadable: number): string[] {
  if (unreadable === 0) return [];
  return unreadable === 1
    ? ['1 value was encrypted with a key that is missing. It stays as it is.']
    : [`${unreadable} values were encrypted with keys that are missing. They stay as they are.`];
}

function stepsWith(secret: string): string[] {
  return [
    'The key comes from SECRET_KEY, so you have to set the new key there. You can use this one:',
    '',
    `  ${secret}`,
    '',
    '1. Add the new key to OTHER_SECRET_KEYS for every server process, and restart the processes one after the other.',
    '2. Set SECRET_KEY to the new key and OTHER_SECRET_KEYS to the previous SECRET_KEY, and restart the processes again.',
    '   The servers encrypt everything with the new key within a few minutes.',
    '3. With the same settings, run: npm start -- remove-old-keys',
    '   The command tells you when nothing uses the earlier key anymore.',
  ];
}

const usesElsewhere = [
  'Backups from before the key was replaced still need the earlier key, and so does an embedded database that move-to-server left in DATA_DIR. Keep a copy of the key for them.',
  'Once a key is removed, unsubscribe links in emails sent before the key was replaced no longer work. Users can turn off emails in Settings.',
];

function missingKeyText(id: string | null, values: number): string {
  return `The key ${id} is still needed but missing: it encrypts ${valuesText(values)}. Add it to OTHER_SECRET_KEYS or secret.key, and run: npm start -- rotate-key`;
}

/**
 * Removes from the key file all earlier keys that nothing in the database uses. Tells the operator to remove such keys from the settings
 * and, if SECRET_KEY is set, from the file. Throws an `OperatorError` if some values don't record their keys.
 */
export async function removeOldKeys(config: Config): Promise<void> {
  await withDatabase(config, async ({ db, keys }) => {
    const uses = await countByKey(db);
    const withoutId = uses.get(null) ?? 0;
    if (withoutId > 0) {
      throw new OperatorError(
        `No key was removed, because ${valuesText(withoutId)} in the database may still need an earlier key. Run: npm start -- rotate-key. Then run this command again.`,
      );
    }
    const [current, ...earlier] = keys.known();
    const unused = earlier.filter(({ id }) => !uses.has(id));
    for (const { id } of earlier.filter((key) => !unused.includes(key))) {
      console.log(
        `Key ${id} is still needed: it encrypts ${valuesText(uses.get(id) ?? 0)}. Run: npm start -- rotate-key`,
      );
    }
    const inFile = config.secretKey === null ? readKeyFile(config.dataDir) : [];
    const isUnused = (secret: string) => unused.some((key) => key.secret === secret);
    if (inFile.some(isUnused))
      await writeKeyFile(
        config.dataDir,
        inFile.filter((secret) => !isUnused(secret)),
      );
    for (const { id, secret } of unused) {
      console.log(
        inFile.includes(secret)
          ? `Removed the key ${id}. Nothing in the database uses it.`
          : `Nothing in the database uses the key ${id}. Remove it from OTHER_SECRET_KEYS or secret.key.`,
      );
    }
    if (unused.length > 0) console.log(usesElsewhere.join('\n'));
    const missing = [...uses].filter(([id]) => id !== null && !keys.known().some((key) => key.id === id));
    for (const [id, values] of missing) console.log(missingKeyText(id, values));
    if (earlier.length === 0 && missing.length === 0)
      console.log(`There are no earlier keys. The only key is ${current?.id}.`);
  });
}

const droppedNames: Readonly<Record<string, string>> = {
  profiles: 'stored Instagram passwords',
  outgoing_mails: 'unsent emails',
  kept_keys: 'keys that recognize forgotten people',
};

/** Deletes data that no known key can decrypt, except two-factor secrets, so that the server can start again. */
export async function giveUpLostKeys(config: Config): Promise<void> {
  await withDatabase(config, async ({ db, keys }) => {
    const dropped = await dropUnreadable(db, createSecretBox(keys));
    for (const [table, number] of dropped) console.log(`Deleted ${droppedNames[table] ?? table}: ${number}`);
    if (dropped.size === 0)
      console.log('Deleted nothing: the server can read every value that this command could delete.');
  });
}
