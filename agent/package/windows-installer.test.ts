import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { poll } from '../src/platform/clock.ts';
import { agentVersion } from '../src/version.ts';
import { readBuildConfig } from './config.ts';
import { digestOf } from './digest.ts';
import { manifestSchema } from './downloads.ts';
import { run } from './programs.ts';
import { makeCertificate } from './testing/certificate.ts';
import { useRecordingAgent } from './testing/recording-agent.ts';
import { registry, setWindowsVersion, startWine, type Wine } from './testing/wine.ts';
import { buildWindowsInstaller } from './windows-installer.ts';

const nextVersion = '99.0.1';
const runKey = String.raw`Microsoft\Windows\CurrentVersion\Run`;
const entryKey = String.raw`Microsoft\Windows\CurrentVersion\Uninstall\SandpiperAgent`;
const installedFiles = [
  'LICENSES.txt',
  'Sandpiper Agent.exe',
  'Uninstall.exe',
  'agent.mjs',
  'console.cmd',
  'node.exe',
  'sandpiper-agent.cmd',
  'sandpiper-agent.json',
];
const shortcuts = ['', 'Check ', 'Stop '].map((word) => `${word}Sandpiper Agent.lnk`);

describe('the Windows installer', { timeout: 900_000 }, () => {
  let folder: string;
  let wine: Wine;
  let trusted: string;
  let signed: string;
  let untouched: string[];
  let first: string;
  let next: string;

  const build = async (name: string, version: string, words: string[], env: NodeJS.ProcessEnv): Promise<string> => {
    const place = join(folder, name);
    await mkdir(place);
    const given = readBuildConfig(['--quick', ...words], env);
    return (await buildWindowsInstaller({ ...given, folder: place, version })).file;
  };
  /** Builds the installer with the command that operators run, with compression, so that the tests use the file that users get. */
  const buildForUsers = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const place = join(folder, 'offered');
    const command = fileURLToPath(new URL('build.cli.ts', import.meta.url));
    const words = [command, 'windows', '--output', place];
    assert.match(await run(process.execPath, words, { env: { ...process.env, ...env } }), /Built without --server/u);
    const { files } = manifestSchema.parse(JSON.parse(await readFile(join(place, 'manifest.json'), 'utf8')));
    const [offered] = files;
    assert.equal(files.length, 1);
    const file = join(place, offered?.file_name ?? '');
    assert.deepEqual([offered?.version, offered?.sha256], [agentVersion, await digestOf(file)]);
    return file;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandpiper-installer-'));
    process.env['SOURCE_DATE_EPOCH'] = '1700000000';
    const { certificate, file } = await makeCertificate(folder, 'secret words');
    trusted = file;
    signed = join(folder, 'signed.txt');
    const signer = join(folder, 'signer');
    await writeFile(signer, `#!/bin/sh\nbasename "$1" >> '${signed}'\n`, { mode: 0o700 });
    const forNext = { WINDOWS_SIGN_CERTIFICATE: certificate, WINDOWS_SIGN_PASSWORD: 'secret words' };
    [first, next] = await Promise.all([
      buildForUsers({ WINDOWS_SIGN_COMMAND: signer }),
      build('next', nextVersion, ['--server', 'http://127.0.0.1:2'], forNext),
    ]);
    wine = await startWine({ FIREFOX: String.raw`C:\firefox.exe`, SANDPIPER_AGENT_TOKEN: 'agent-token' });
    await writeFile(join(wine.drive, 'firefox.exe'), '');
    await setWindowsVersion(wine, 'win10');
    untouched = await wine.userFiles();
  });
  after(async () => {
    await wine?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const inUser = (...path: string[]): string => join(wine.drive, wine.userFolder, ...path);
  const usualPlace = (): string => inUser('AppData', 'Local', 'Programs', 'Sandpiper Agent');
  const dataPlace = (): string => inUser('AppData', 'Local', 'Sandpiper Agent');

  const install = async (setup: string, ...switches: string[]): Promise<void> => {
    const { code, output } = await wine.run(setup, '/S', ...switches);
    assert.equal(code, 0, output);
  };
  const uninstall = async (place: string, ...switches: string[]): Promise<void> => {
    assert.equal((await wine.run(join(place, 'Uninstall.exe'), '/S', ...switches)).code, 0);
    // The uninstaller continues in a copy of itself, and removes its registry entry after the files.
    const isGone = async (): Promise<true | null> =>
      existsSync(join(place, 'Uninstall.exe')) || (await registry(wine, entryKey)) !== '' ? null : true;
    assert.ok(await poll(isGone, { timeoutMs: 120_000, intervalMs: 500 }), 'the uninstaller did not finish');
  };
  const expectNothingLeft = async (): Promise<void> => {
    const isAsBefore = async (): Promise<true | null> =>
      JSON.stringify(await wine.userFiles()) === JSON.stringify(untouched) ? true : null;
    await poll(isAsBefore, { timeoutMs: 30_000, intervalMs: 500 });
    assert.deepEqual(await wine.userFiles(), untouched);
    assert.doesNotMatch(await registry(wine, String.raw`Microsoft\Windows\CurrentVersion`), /sandpiper/iu);
  };
  const agentIn = (place: string, ...words: string[]) =>
    wine.run(join(place, 'node.exe'), '--disable-warning=ExperimentalWarning', join(place, 'agent.mjs'), ...words);
  /** Starts the launcher, and waits until it ends. */
  const launch = async (place: string): Promise<void> =>
    void (await wine.start(join(place, 'Sandpiper Agent.exe'), '/background').ended);
  const pairSomehow = async (): Promise<void> => {
    await mkdir(dataPlace(), { recursive: true });
    await writeFile(join(dataPlace(), 'token-of-a-pairing'), 'agent-token');
  };
  const expectStatus = async (place: string, text: RegExp, ...words: string[]): Promise<void> => {
    let said = '';
    const asks = async (): Promise<true | null> => {
      said = (await agentIn(place, 'status', ...words)).output;
      return text.test(said) ? true : null;
    };
    assert.ok(await poll(asks, { timeoutMs: 90_000, intervalMs: 500 }), said);
  };

  test('is identical byte for byte whenever it is built from the same sources', async () => {
    const one = await build('one', agentVersion, [], {});
    assert.equal(await digestOf(await build('another', agentVersion, [], {})), await digestOf(one));
  });

  test('contains its name and version, and each program is passed to the signing command', async () => {
    for (const [file, version] of [
      [first, agentVersion],
      [next, nextVersion],
    ] as const) {
      const words = (await readFile(file)).toString('utf16le');
      const inPattern = version.replaceAll('.', String.raw`\.`);
      assert.match(words, new RegExp(`ProductVersion\\0+${inPattern}\\0`, 'u'));
      assert.match(words, new RegExp(`FileVersion\\0+${inPattern}\\0`, 'u'));
      assert.match(words, /ProductName\0+Sandpiper Agent\0/u);
    }
    const given = (await readFile(signed, 'utf8')).trim().split('\n');
    assert.deepEqual([given[0], given.at(-1)], ['Sandpiper Agent.exe', basename(first)]);
    assert.equal(given.length, 3, 'the uninstaller is signed too');
  });

  test('refuses an old version of Windows and an unusable server address, and leaves nothing behind', async () => {
    await setWindowsVersion(wine, 'win7');
    assert.equal((await wine.run(first, '/S')).code, 3);
    await setWindowsVersion(wine, 'win10');
    for (const address of ['sandpiper.example', 'http://sandpiper.example', 'http://127.0.0.1.example']) {
      assert.equal((await wine.run(first, '/S', `/SERVER=${address}`)).code, 4, address);
    }
    await expectNothingLeft();
  });

  test('installs silently for this user only, runs, and leaves nothing behind when it is removed', async () => {
    await install(first, '/SERVER=http://127.0.0.1:1/path');
    const files = (await wine.userFiles()).filter((path) => !untouched.includes(path));
    const inside = (part: string): string[] =>
      files.filter((path) => path.includes(`${part}/Sandpiper Agent/`)).map((path) => path.split('/').at(-1) ?? '');
    assert.deepEqual(inside('AppData/Local/Programs'), installedFiles);
    const inMenu = inside('Start Menu/Programs');
    assert.deepEqual(
      shortcuts.filter((name) => !inMenu.includes(name)),
      [],
    );

    const entry = await registry(wine, entryKey);
    assert.match(entry, new RegExp(`DisplayVersion +REG_SZ +${agentVersion}\n`, 'u'));
    assert.match(entry, /QuietUninstallString +REG_SZ +"C:\\users\\[^"]+\\Uninstall\.exe" \/S\n/u);
    const atSignIn = await registry(wine, runKey);
    assert.match(atSignIn, /Sandpiper Agent +REG_SZ +"[^"]+\\Sandpiper Agent\.exe" \/background\n/u);

    const version = await wine.run('cmd', '/c', join(usualPlace(), 'sandpiper-agent.cmd'), 'version');
    assert.deepEqual(version, { code: 0, output: `${agentVersion}\n` });
    const check = await wine.run('cmd', '/c', join(usualPlace(), 'console.cmd'), 'doctor');
    assert.match(check.output, /ok {4}Firefox .*C:\\firefox\.exe/u);
    assert.match(check.output, /Can't reach http:\/\/127\.0\.0\.1:1\/path/u);
    assert.ok(existsSync(dataPlace()));

    // The command `uninstall` removes the registry entry that the installer wrote, and `install` writes the same entry again.
    const place = /"([^"]+)\\Sandpiper Agent\.exe"/u.exec(atSignIn)?.[1] ?? '';
    const sayHere = (word: string) => wine.run(`${place}\\node.exe`, `${place}\\agent.mjs`, word);
    assert.equal((await sayHere('uninstall')).code, 0);
    assert.doesNotMatch(await registry(wine, runKey), /Sandpiper/u);
    const { code, output } = await sayHere('install');
    assert.equal(code, 0, output);
    assert.equal(await registry(wine, runKey), atSignIn);

    await uninstall(usualPlace());
    await expectNothingLeft();
  });

  test('keeps the folder and the user’s choices in an upgrade, stops the old agent, and starts the new one', async () => {
    const place = join(wine.drive, 'Elsewhere');
    await pairSomehow();
    await install(first, '/SERVER=http://127.0.0.1:1', '/NOAUTOSTART', '/START', String.raw`/D=C:\Elsewhere`);
    await expectStatus(place, /http:\/\/127\.0\.0\.1:1\b/u);
    const before = await stat(join(place, 'node.exe'));

    await install(next);
    assert.notEqual((await stat(join(place, 'node.exe'))).ino, before.ino);
    assert.match(await registry(wine, entryKey), /DisplayVersion +REG_SZ +99\.0\.1\n/u);
    assert.doesNotMatch(await registry(wine, runKey), /Sandpiper/u);
    await expectStatus(place, /http:\/\/127\.0\.0\.1:2\b/u);

    await uninstall(place, '/KEEPDATA');
    assert.match((await wine.userFiles()).join('\n'), /Local\/Sandpiper Agent\/token-of-a-pairing/u);
    assert.equal(existsSync(place), false);
    await rm(dataPlace(), { recursive: true });
    await expectNothingLeft();
  });

  test('starts quietly if another launcher has started the agent in the meantime', async () => {
    await install(first, '/SERVER=http://127.0.0.1:1');
    await pairSomehow();
    const asked = await useRecordingAgent(wine, usualPlace(), [1, 1, 0]);
    await launch(usualPlace());
    assert.deepEqual(await asked(), ['status', 'run', 'status']);
    await uninstall(usualPlace());
    await expectNothingLeft();
  });

  test('ends a restart that is due if the user stops the agent, and in an upgrade, which starts the new one', async () => {
    await install(first, '/SERVER=http://127.0.0.1:1');
    await pairSomehow();
    const asked = await useRecordingAgent(wine, usualPlace(), [1, 75, null, 1, 75]);
    const expectPending = async (): Promise<void> => {
      const isPending = (): true | null => (existsSync(join(dataPlace(), 'restart-pending')) ? true : null);
      assert.ok(await poll(isPending, { timeoutMs: 60_000 }), (await asked()).join());
    };
    const stopped = launch(usualPlace());
    await expectPending();
    const { code, output } = await agentIn(usualPlace(), 'stop');
    assert.equal(code, 0);
    assert.match(output, /^The agent was about to start\. It is stopped now/u);
    await stopped;
    assert.deepEqual(await asked(), ['status', 'run', 'stop']);

    const replaced = launch(usualPlace());
    await expectPending();
    await install(next);
    await replaced;
    await expectStatus(usualPlace(), /http:\/\/127\.0\.0\.1:2\b/u);
    await uninstall(usualPlace());
    await expectNothingLeft();
  });

  test('leaves the old version intact, and starts it again, if a file cannot be written', async () => {
    await pairSomehow();
    await install(first, '/SERVER=http://127.0.0.1:1', '/START');
    const place = usualPlace();
    await expectStatus(place, /http:\/\/127\.0\.0\.1:1\b/u);
    await appendFile(join(place, 'agent.mjs'), '// old version\n');
    await rm(join(place, 'console.cmd'));
    await mkdir(join(place, 'console.cmd'));
    assert.equal((await wine.run(next, '/S')).code, 2);
    assert.match(await readFile(join(place, 'agent.mjs'), 'utf8'), /\/\/ old version\n$/u);
    assert.deepEqual(await agentIn(place, 'version'), { code: 0, output: `${agentVersion}\n` });
    await expectStatus(place, /http:\/\/127\.0\.0\.1:1\b/u);

    await rm(join(place, 'console.cmd'), { recursive: true });
    await install(next);
    assert.doesNotMatch(await readFile(join(place, 'agent.mjs'), 'utf8'), /\/\/ old version\n$/u);
    await uninstall(place);
    await expectNothingLeft();
  });

  test('replaces a runtime that is in use, and signs all its programs', async () => {
    await install(first);
    const place = usualPlace();
    const other = ['--data-dir', String.raw`C:\other`];
    const program = [join(place, 'node.exe'), join(place, 'agent.mjs')] as const;
    const running = wine.start(...program, 'run', '--headless', '--server', 'http://127.0.0.1:3', ...other);
    await expectStatus(place, /http:\/\/127\.0\.0\.1:3\b/u, ...other);
    const before = await stat(join(place, 'node.exe'));

    await install(next);
    assert.notEqual((await stat(join(place, 'node.exe'))).ino, before.ino);
    assert.equal((await stat(join(place, 'node.exe.old'))).ino, before.ino);
    for (const file of [next, join(place, 'Sandpiper Agent.exe'), join(place, 'Uninstall.exe')]) {
      assert.match(await run('osslsigncode', ['verify', '-CAfile', trusted, '-in', file]), /verification: ok/u);
    }

    assert.equal((await agentIn(place, 'stop', ...other)).code, 0);
    assert.equal(await running.ended, 0);
    await uninstall(place);
    await expectNothingLeft();
  });
});
