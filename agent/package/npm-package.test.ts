import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { poll } from '../src/platform/clock.ts';
import { firefoxExecutable } from '../src/testing/firefox.ts';
import { startFakeServer } from '../src/testing/fake-server.ts';
import { startSandbox } from '../src/testing/sandbox.ts';
import { temporaryFolder, type TemporaryFolder } from '../src/testing/temporary-folder.ts';
import { agentVersion } from '../src/version.ts';
import { npmEnvironment } from './config.ts';
import { manifestSchema } from './downloads.ts';
import { run } from './programs.ts';

const build = fileURLToPath(new URL('./build.cli.ts', import.meta.url));

describe('the package for Linux and macOS', { timeout: 600_000 }, () => {
  let folder: TemporaryFolder;
  let offered: string;
  let program: string;

  const start = (...args: string[]) => {
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
    const home = join(folder.path, 'home');
    const config = join(home, '.config');
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Put this Node before any other on the machine.
      env: { ...env, PATH: `${dirname(process.execPath)}:${env['PATH'] ?? ''}`, HOME: home, XDG_CONFIG_HOME: config },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        output += piece.toString();
      });
    return { child, output: () => output, ended: once(child, 'close').then(() => child.exitCode) };
  };
  const say = async (...args: string[]): Promise<{ code: number | null; output: string }> => {
    const { ended, output } = start(...args);
    return { code: await ended, output: output() };
  };

  before(async () => {
    folder = await temporaryFolder();
    offered = join(folder.path, 'offered');
    // The build removes an older version of the same kind and keeps other kinds.
    await mkdir(offered);
    const old = { size_bytes: 3, sha256: 'x', version: '0.0.1' };
    await writeFile(join(offered, 'old.tgz'), 'old');
    await writeFile(join(offered, 'setup.exe'), 'old');
    const files = [
      { ...old, kind: 'npm', file_name: 'old.tgz' },
      { ...old, kind: 'windows', file_name: 'setup.exe' },
    ];
    await writeFile(join(offered, 'manifest.json'), JSON.stringify({ files }));
    await run(process.execPath, [build, 'npm', '--server', 'http://127.0.0.1:1/', '--output', offered]);
    const prefix = join(folder.path, 'installed');
    await mkdir(prefix);
    const file = join(offered, `sandpiper-agent-${agentVersion}.tgz`);
    // The package contains all dependencies, so installing it works offline.
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', prefix, file], {
      cwd: prefix,
      env: npmEnvironment(),
    });
    program = join(prefix, 'node_modules', '.bin', 'sandpiper-agent');
  });
  after(() => folder.remove());

  test('is offered in the format that the server reads, and replaces the older version', async () => {
    const name = `sandpiper-agent-${agentVersion}.tgz`;
    assert.deepEqual((await readdir(offered)).toSorted(), ['manifest.json', name, 'setup.exe']);
    const { files } = manifestSchema.parse(JSON.parse(await readFile(join(offered, 'manifest.json'), 'utf8')));
    assert.deepEqual(
      files.map(({ kind, file_name, version }) => [kind, file_name, version]),
      [
        ['windows', 'setup.exe', '0.0.1'],
        ['npm', name, agentVersion],
      ],
    );
    assert.equal(files[1]?.size_bytes, (await readFile(join(offered, name))).length);
  });

  test('installs a program that has the right version and server, and whose doctor finds Firefox', async () => {
    assert.deepEqual(await say('--version'), { code: 0, output: `${agentVersion}\n` });
    const { code, output } = await say('doctor');
    assert.equal(code, 1);
    assert.match(output, /ok {4}Firefox \d+.* is installed/u);
    assert.match(output, /FAIL {2}Can't reach http:\/\/127\.0\.0\.1:1/u);
  });

  test('says that it needs a newer Node if it is started with an old one', async () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`;
    const child = spawn(process.execPath, ['--import', `data:text/javascript,${pretend}`, program, '--version']);
    let output = '';
    child.stderr.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
    await once(child, 'close');
    assert.equal(child.exitCode, 1);
    assert.match(output, /^Sandpiper Agent needs Node 22\.13 or newer, but this is Node 20\.19\.0\. Install .*\n$/u);
  });

  test('adds a systemd unit at "install", and removes it at "uninstall"', async () => {
    const unit = join(folder.path, 'home', '.config', 'systemd', 'user', 'sandpiper-agent.service');
    assert.equal((await say('install')).code, 0);
    assert.ok((await readFile(unit, 'utf8')).includes(`"${program}" "run" "--server" "http://127.0.0.1:1"`));
    assert.equal((await say('uninstall')).code, 0);
    await assert.rejects(readFile(unit));
  });

  test('sends a message, so the code that runs in pages survives bundling', async () => {
    const server = await startFakeServer();
    const sandbox = await startSandbox();
    try {
      await sandbox.reset({
        accounts: [{ username: 'sender', password: 'secret' }],
        people: ['alice'],
        time_scale: 0.1,
      });
      const data = join(folder.path, 'data');
      const credentials = { username: 'sender', password: 'secret' };
      server.accounts.push({ id: 1, name: 'Sender', path: join(data, 'profiles', 'sender'), credentials });
      const delivery = server.addDelivery('alice', 'Hello alice');
      const site = ['--instagram-url', sandbox.url, '--firefox', await firefoxExecutable(), '--headless'];
      const agent = start('--server', server.url, '--token', 'agent-token', '--data-dir', data, ...site);
      const isSent = (): true | null => (delivery.state.status === 'sent' ? true : null);
      assert.ok(await poll(isSent, { timeoutMs: 240_000, intervalMs: 200 }), agent.output());
      agent.child.kill('SIGTERM');
      assert.equal(await agent.ended, 0, agent.output());
      assert.deepEqual(
        (await sandbox.deliveries()).map(({ to, text }) => [to, text]),
        [['alice', 'Hello alice']],
      );
    } finally {
      await server.close();
      await sandbox.close();
    }
  });
});
