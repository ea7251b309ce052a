import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import type { runProgram } from './run-program.ts';
import { openTokenStore } from './token-store.ts';

const placeIn = (dataDir: string, server = 'https://one.example') => ({ dataDir, server, entry: server });

describe('the token store', () => {
  test('keeps one token for each server in a file that only the user can read', () =>
    inTemporaryFolder(async (path) => {
      const one = openTokenStore(placeIn(path, 'https://one.example'), 'file');
      const two = openTokenStore(placeIn(path, 'https://two.example'), 'file');
      await one.save('token-one');
      await two.save('token-two');
      assert.deepEqual([await one.load(), await two.load()], ['token-one', 'token-two']);
      for (const file of await readdir(path)) {
        if (process.platform !== 'win32') assert.equal((await stat(join(path, file))).mode & 0o077, 0);
      }
      await one.remove();
      assert.deepEqual([await one.load(), await two.load()], [null, 'token-two']);
    }));
});

describe('the desktop’s keyring', () => {
  /** Runs `work` with a script in place of `secret-tool`. The script's folder comes first in `PATH`. */
  const withKeyring = (script: string, work: (path: string) => Promise<void>): Promise<void> =>
    inTemporaryFolder(async (path) => {
      await writeFile(join(path, 'secret-tool'), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
      const before = process.env['PATH'];
      process.env['PATH'] = `${path}:${before ?? ''}`;
      try {
        await work(path);
      } finally {
        process.env['PATH'] = before;
      }
    });

  test('stores the token without writing it to a file', () =>
    withKeyring(
      'kept="$(dirname "$0")/kept"; case "$1" in store) cat > "$kept";; lookup) cat "$kept";; clear) rm "$kept";; esac',
      async (path) => {
        const store = openTokenStore(placeIn(join(path, 'data')), 'linux');
        await store.save('token-one');
        assert.equal(store.place, "the desktop's keyring");
        assert.equal(await openTokenStore(placeIn(join(path, 'data')), 'linux').load(), 'token-one');
        assert.deepEqual((await readdir(path)).toSorted(), ['kept', 'secret-tool']);
        await store.remove();
        assert.equal(await store.load(), null);
      },
    ));
  test('is replaced by a private file if it is locked', () =>
    withKeyring('exit 1', async (path) => {
      const store = openTokenStore(placeIn(join(path, 'data')), 'linux');
      await store.save('token-one');
      assert.match(store.place, /which only you can read/u);
      assert.equal(await store.load(), 'token-one');
    }));
  test('still has the earlier token after it is unlocked, but the newer token from the file is used', () =>
    withKeyring(
      'kept="$(dirname "$0")/kept"; test ! -e "$kept.locked" || exit 1; case "$1" in store) cat > "$kept";; lookup) cat "$kept";; esac',
      async (path) => {
        const store = () => openTokenStore(placeIn(join(path, 'data')), 'linux');
        await store().save('token-one');
        await writeFile(join(path, 'kept.locked'), '');
        await store().save('token-two');
        await rm(join(path, 'kept.locked'));
        assert.equal(await readFile(join(path, 'kept'), 'utf8'), 'token-one');
        assert.equal(await store().load(), 'token-two');
      },
    ));
  describe('that cannot be reached', () => {
    const unreachable = "echo 'secret-tool: Cannot autolaunch D-Bus without X11 $DISPLAY' >&2; exit 1";

    test('causes an error when the token is removed, because the keyring may still have it', () =>
      withKeyring(unreachable, (path) =>
        assert.rejects(
          openTokenStore(placeIn(join(path, 'data')), 'linux').remove(),
          /Couldn't reach the desktop's keyring, so a token may still be in it\. Run this command again in your desktop/u,
        ),
      ));
    test('causes an error even when a token in a file is removed, because the keyring may have an earlier token', () =>
      withKeyring(unreachable, async (path) => {
        const store = openTokenStore(placeIn(join(path, 'data')), 'linux');
        await store.save('token-one');
        await assert.rejects(store.remove(), /Couldn't reach the desktop's keyring/u);
        assert.equal(await store.load(), null);
      }));
    test('causes no error if the computer has no keyring', () =>
      withKeyring(unreachable, async (path) => {
        const store = openTokenStore(placeIn(join(path, 'data')), 'linux');
        await store.save('token-one');
        const none = 'The name org.freedesktop.secrets was not provided by any .service files';
        await writeFile(join(path, 'secret-tool'), `#!/bin/sh\necho 'secret-tool: ${none}' >&2; exit 1\n`);
        await store.remove();
      }));
  });
});

/** Returns a fake `runProgram`. `calls` records the arguments of each call. */
function fakeRunProgram(answer: (args: readonly string[], input: string) => string | null) {
  const calls: string[] = [];
  const run: typeof runProgram = (_file, args, options) => {
    calls.push(args.join(' '));
    const stdout = answer(args, options?.input ?? '');
    return Promise.resolve({ code: stdout === null ? 1 : 0, stdout: stdout ?? '', stderr: '' });
  };
  return { run, calls };
}
const unquoted = (text: string): string => text.replace(/\\(.)/gu, '$1');
const token = String.raw`to"k\en`;

describe('the Mac’s keychain', () => {
  /** Imitates the macOS keychain, including how it splits a command from standard input into quoted words. */
  const keychain = () => {
    const kept = new Map<string, string>();
    return fakeRunProgram((args, input) => {
      const [, name = '', value = ''] =
        /^add-generic-password -U -s "sandpiper-agent" -a "((?:[^"\\]|\\.)*)" -w "((?:[^"\\]|\\.)*)"\n$/u.exec(input) ??
        [];
      if (args[0] === '-i') kept.set(unquoted(name), unquoted(value));
      else if (args[0] === 'delete-generic-password') kept.delete(args[4] ?? '');
      return args[0] === 'find-generic-password' ? (kept.get(args[4] ?? '') ?? null) : '';
    });
  };

  test('stores a token with any characters, and no file or command line shows it', () =>
    inTemporaryFolder(async (path) => {
      const { run, calls } = keychain();
      const store = openTokenStore(placeIn(join(path, 'data')), 'darwin', run);
      await store.save(token);
      assert.equal(store.place, "the Mac's keychain");
      assert.equal(await store.load(), token);
      assert.deepEqual(await readdir(path), []);
      assert.ok(!calls.join('\n').includes(token));
      await store.remove();
      assert.equal(await store.load(), null);
    }));
  test('is replaced by a private file if it is locked', () =>
    inTemporaryFolder(async (path) => {
      const store = openTokenStore(placeIn(join(path, 'data')), 'darwin', fakeRunProgram(() => null).run);
      await store.save(token);
      assert.match(store.place, /which only you can read/u);
      assert.equal(await store.load(), token);
    }));
  test('causes an error if it does not delete its token, even though the newer token in the file is removed', () =>
    inTemporaryFolder(async (path) => {
      const whileLocked = openTokenStore(placeIn(join(path, 'data')), 'darwin', fakeRunProgram(() => null).run);
      await whileLocked.save(token);
      const { run } = fakeRunProgram(([command]) => (command === 'delete-generic-password' ? null : token));
      const store = openTokenStore(placeIn(join(path, 'data')), 'darwin', run);
      await assert.rejects(store.remove(), /Couldn't remove the token from the Mac's keychain\. Unlock it/u);
      assert.equal(await whileLocked.load(), null);
    }));
});

describe('Windows’ data protection', () => {
  const reversed = (text: string): string => Array.from(text).toReversed().join('');
  const protection = () =>
    fakeRunProgram((args, input) =>
      args.at(-1)?.includes('::Unprotect(') === true ? reversed(input.trim()) : reversed(input),
    );

  test('encrypts the token in the file, and keeps the token out of command lines', () =>
    inTemporaryFolder(async (path) => {
      const { run, calls } = protection();
      const store = openTokenStore(placeIn(path), 'win32', run);
      await store.save(token);
      assert.match(store.place, /encrypted by Windows/u);
      const [file = '', ...others] = await readdir(path);
      assert.deepEqual(others, []);
      assert.equal((await readFile(join(path, file), 'utf8')).trim(), reversed(token));
      assert.equal(await openTokenStore(placeIn(path), 'win32', run).load(), token);
      assert.ok(!calls.join('\n').includes(token));
      await store.remove();
      assert.deepEqual(await readdir(path), []);
    }));
  test('is replaced by a private file if it fails', () =>
    inTemporaryFolder(async (path) => {
      const store = openTokenStore(placeIn(path), 'win32', fakeRunProgram(() => null).run);
      await store.save(token);
      assert.doesNotMatch(store.place, /encrypted/u);
      assert.equal(await store.load(), token);
    }));
});
