import { readFile, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { serverKey } from './address.ts';
import { unlessMissing, UserError } from './errors.ts';
import { runPowerShell } from './power-shell.ts';
import { writePrivateFile } from './private-file.ts';
import { runProgram } from './run-program.ts';

/** Stores the agent's token for one server. */
export type TokenStore = {
  /** A description of where the token is stored, to show to the user. */
  place: string;
  load: () => Promise<string | null>;
  save: (token: string) => Promise<void>;
  /** Throws if the token is still stored afterward, or if the agent can't tell. */
  remove: () => Promise<void>;
};

type RunProgram = typeof runProgram;

const service = 'sandpiper-agent';

function fileStore(dataDir: string, server: string, ending = ''): TokenStore {
  const file = join(dataDir, `token-${serverKey(server)}${ending}`);
  return {
    place: `the file ${file}, which only you can read`,
    load: async () => (await unlessMissing(readFile(file, 'utf8'), '')).trim() || null,
    save: (token) => writePrivateFile(file, `${token}\n`),
    remove: () => rm(file, { force: true }),
  };
}

function stillStored(place: string): UserError {
  return new UserError(
    `Couldn't remove the token from ${place}. Unlock it and try again, or revoke the token in Settings in the web app.`,
  );
}

function unreachable(place: string): UserError {
  return new UserError(
    `Couldn't reach ${place}, so a token may still be in it. Run this command again in your desktop session, or revoke the token in Settings in the web app.`,
  );
}

/** Stores the token with libsecret's `secret-tool`, which works with GNOME Keyring and KWallet. */
function secretToolStore(entry: string, run: RunProgram): TokenStore {
  const key = ['service', service, 'server', entry];
  const place = "the desktop's keyring";
  return {
    place,
    load: async () => (await run('secret-tool', ['lookup', ...key])).stdout.trim() || null,
    save: async (token) => {
      const done = await run('secret-tool', ['store', '--label=Sandpiper Agent', ...key], { input: token });
      if (done.code !== 0) throw new Error('The keyring rejected the token');
    },
    remove: async () => {
      await run('secret-tool', ['clear', ...key]);
      // `clear` exits with 1 both if the keyring is locked and if it has no token. `search` also lists locked items.
      const { stdout, stderr } = await run('secret-tool', ['search', ...key]);
      if (stdout.trim() !== '') throw stillStored(place);
      // Errors begin with the program's name. An error about this D-Bus name means that the computer has no keyring.
      if (stderr.startsWith('secret-tool: ') && !stderr.includes('org.freedesktop.secrets')) throw unreachable(place);
    },
  };
}

function keychainStore(entry: string, run: RunProgram): TokenStore {
  const key = ['-s', service, '-a', entry];
  const place = "the Mac's keychain";
  return {
    place,
    load: async () => (await run('/usr/bin/security', ['find-generic-password', ...key, '-w'])).stdout.trim() || null,
    save: async (token) => {
      // Pass the token over standard input, because arguments are visible in the process list.
      const quoted = (text: string): string => `"${text.replace(/["\\]/gu, '\\$&')}"`;
      const line = `add-generic-password -U -s ${quoted(service)} -a ${quoted(entry)} -w ${quoted(token)}\n`;
      const done = await run('/usr/bin/security', ['-i'], { input: line });
      if (done.code !== 0) throw new Error('The keychain rejected the token');
    },
    remove: async () => {
      await run('/usr/bin/security', ['delete-generic-password', ...key]);
      // Without `-w`, this command finds a token in a locked keychain too.
      if ((await run('/usr/bin/security', ['find-generic-password', ...key])).code === 0) throw stillStored(place);
    },
  };
}

const dpapi = (verb: 'Protect' | 'Unprotect', encode: string): string =>
  `Add-Type -AssemblyName System.Security; $i=[Console]::In.ReadToEnd().Trim(); ${encode.replace('$B', `[Security.Cryptography.ProtectedData]::${verb}($b,$null,'CurrentUser')`)}`;

/** Stores the token in a file encrypted with the Windows Data Protection API. Only this Windows user can decrypt the file. */
function protectedFileStore(files: TokenStore, run: RunProgram): TokenStore {
  const shell = (script: string, input: string) => runPowerShell(script, { input, run });
  return {
    place: `${files.place} (encrypted by Windows)`,
    load: async () => {
      const stored = await files.load();
      if (stored === null) return null;
      const script = dpapi('Unprotect', '$b=[Convert]::FromBase64String($i); [Text.Encoding]::UTF8.GetString($B)');
      return (await shell(script, stored)).stdout.trim() || null;
    },
    save: async (token) => {
      const script = dpapi('Protect', '$b=[Text.Encoding]::UTF8.GetBytes($i); [Convert]::ToBase64String($B)');
      const done = await shell(script, token);
      if (done.code !== 0 || done.stdout.trim() === '') throw new Error('Windows did not encrypt the token');
      await files.save(done.stdout.trim());
    },
    remove: files.remove,
  };
}

/**
 * Uses the second store if the first one doesn't work. For example, a computer without a desktop has no keyring. If the second store has a
 * token, that token is newer, because storing a token in the first store removes any token from the second.
 */
function withFallback(first: TokenStore, second: TokenStore): TokenStore {
  const store: TokenStore = {
    place: first.place,
    load: async () => (await second.load()) ?? (await first.load()),
    save: async (token) => {
      try {
        await first.save(token);
        if ((await first.load()) !== token) throw new Error('The store lost the token');
        await second.remove();
      } catch {
        await second.save(token);
        store.place = second.place;
      }
    },
    remove: async () => {
      await second.remove();
      // Even if the token was in the second store, an earlier token can still be in the first.
      await first.remove();
    },
  };
  return store;
}

/** `entry` is the name of the token's entry in the keyring. All of the user's data folders share the keyring. */
type TokenPlace = { dataDir: string; server: string; entry: string };

export function openTokenStore(
  { dataDir, server, entry }: TokenPlace,
  kind: NodeJS.Platform | 'file' = platform(),
  run: RunProgram = runProgram,
): TokenStore {
  const files = fileStore(dataDir, server);
  if (kind === 'linux') return withFallback(secretToolStore(entry, run), files);
  if (kind === 'darwin') return withFallback(keychainStore(entry, run), files);
  if (kind === 'win32') return withFallback(protectedFileStore(fileStore(dataDir, server, '.protected'), run), files);
  return files;
}
