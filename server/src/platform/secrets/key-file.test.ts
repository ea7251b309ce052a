import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { keyFileOf, loadExistingKeys, loadKeys, newSecret, readKeyFile, writeKeyFile } from './key-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-keys-'));
after(() => rm(folder, { recursive: true, force: true }));

let folders = 0;
const settings = () => {
  folders += 1;
  return { dataDir: join(folder, String(folders)), secretKey: null, otherSecretKeys: [] };
};

/** Records what is synced to disk, and the secrets in the key file at that moment. */
async function recordSyncs(t: TestContext, dataDir: string): Promise<string[]> {
  const synced: string[] = [];
  const handle = await open(folder);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  t.mock.method(prototype, 'sync', async function record(this: FileHandle) {
    const what = (await this.stat()).isDirectory() ? 'the folder' : 'a file';
    const secrets = existsSync(keyFileOf(dataDir)) ? readKeyFile(dataDir) : [];
    synced.push(`${what} (${secrets.length} in the key file)`);
    return sync.call(this);
  });
  return synced;
}

describe('the key file', () => {
  it('is created once, and is readable only by its owner', async () => {
    const given = settings();
    const { current } = await loadKeys(given);
    assert.equal((await stat(keyFileOf(given.dataDir))).mode & 0o777, 0o600);
    assert.equal((await loadKeys(given)).current().id, current().id);
    assert.deepEqual(readKeyFile(given.dataDir), [current().secret]);
  });

  it('is the same for all servers that start at the same time, and no other files are left behind', async () => {
    const given = settings();
    const starts: Promise<string>[] = [];
    while (!existsSync(keyFileOf(given.dataDir))) {
      starts.push(loadKeys(given).then(({ current }) => current().secret));
      await setImmediate();
    }
    const secrets = await Promise.all(starts);
    assert.deepEqual([...new Set(secrets)], readKeyFile(given.dataDir));
    assert.deepEqual(await readdir(given.dataDir), ['secret.key']);
  });

  it(
    'is synced to disk before it gets its name, and its folder afterward',
    { skip: process.platform === 'win32' },
    async (t) => {
      const given = settings();
      const synced = await recordSyncs(t, given.dataDir);
      await loadKeys(given);
      assert.deepEqual(synced.splice(0), ['a file (0 in the key file)', 'the folder (1 in the key file)']);
      await writeKeyFile(given.dataDir, [newSecret(), newSecret()]);
      assert.deepEqual(synced, ['a file (1 in the key file)', 'the folder (2 in the key file)']);
    },
  );

  it(
    'is not created by a process that dies while it writes the key',
    { skip: process.platform === 'win32' },
    async () => {
      const given = settings();
      const load = `import { loadKeys } from '${import.meta.resolve('./key-file.ts')}'; await loadKeys(${JSON.stringify(given)});`;
      const start = [process.execPath, '--input-type=module', '--eval', load];
      // The operating system ends the process at its first attempt to write to a file.
      spawnSync('sh', ['-c', 'ulimit -f 0 && exec "$@"', 'sh', ...start]);
      assert.match((await readdir(given.dataDir)).join(), /^secret\.key\.[^,]+$/);
      assert.equal((await loadKeys(given)).known().length, 1);
    },
  );

  it('is refused with the reason if there is a folder in its place', async () => {
    const given = settings();
    await mkdir(keyFileOf(given.dataDir), { recursive: true });
    await assert.rejects(loadKeys(given), /secret\.key is a folder, but has to be a file\. Move the folder away/);
  });

  it('gives a running server its new key when it is replaced, and leaves no other files behind', async () => {
    const given = settings();
    const keys = await loadKeys(given);
    const [first] = readKeyFile(given.dataDir);
    assert.ok(first);
    const second = newSecret();
    await writeKeyFile(given.dataDir, [second, first]);
    assert.deepEqual([keys.current().secret, ...keys.known().map(({ secret }) => secret)], [second, second, first]);
    assert.equal((await stat(keyFileOf(given.dataDir))).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(given.dataDir), ['secret.key']);
  });

  it('is not created by commands, which require it unless SECRET_KEY is set', async () => {
    const given = settings();
    await assert.rejects(loadExistingKeys(given), /There is no secret\.key in \S+\. Check DATA_DIR/);
    await assert.rejects(stat(given.dataDir));
    const { current } = await loadKeys(given);
    assert.equal((await loadExistingKeys(given)).current().id, current().id);
    const withSecret = { ...settings(), secretKey: newSecret() };
    assert.equal((await loadExistingKeys(withSecret)).current().secret, withSecret.secretKey);
  });

  it('is used in addition to SECRET_KEY and OTHER_SECRET_KEYS, but isn’t created if SECRET_KEY is set', async () => {
    const given = settings();
    const [mine, other] = [newSecret(), newSecret()];
    const keys = await loadKeys({ ...given, secretKey: mine, otherSecretKeys: [other, mine] });
    const secrets = () => keys.known().map(({ secret }) => secret);
    assert.deepEqual(secrets(), [mine, other]);
    await assert.rejects(stat(keyFileOf(given.dataDir)));
    const { dataDir } = settings();
    await loadKeys({ dataDir, secretKey: null, otherSecretKeys: [] });
    const besideFile = await loadKeys({ dataDir, secretKey: mine, otherSecretKeys: [other] });
    assert.deepEqual(
      besideFile.known().map(({ secret }) => secret),
      [mine, ...readKeyFile(dataDir), other],
    );
    assert.equal(besideFile.current().secret, mine);
  });

  it('is refused if it is empty or contains a key that is too short', async () => {
    for (const content of ['', '\n\n', 'short\n', `${newSecret()}\nshort\n`]) {
      const given = settings();
      await loadKeys(given);
      await writeFile(keyFileOf(given.dataDir), content);
      await assert.rejects(loadKeys(given), /is empty or contains a key that is too short/, content);
    }
  });
});
