import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, type Config } from '../platform/config.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { saveSettings } from '../platform/saved-settings.ts';
import { openTokenStore } from '../platform/token-store.ts';
import { installCommand, keptArguments, launchdPlist, systemdUnit, uninstallCommand } from './install.command.ts';

const program = { node: '/opt/no de/node', script: "/opt/a'b/main.ts" };

test('the systemd unit quotes what systemd would read otherwise', () => {
  const unit = systemdUnit(program, ['--server', 'https://a.example/100%', '--data-dir', '/home/$me']);
  assert.match(
    unit,
    /^ExecStart="\/opt\/no de\/node" "\/opt\/a'b\/main\.ts" "run" "--server" "https:\/\/a\.example\/100%%" "--data-dir" "\/home\/\$\$me"$/mu,
  );
  assert.match(unit, /^WantedBy=graphical-session\.target$/mu);
  assert.match(unit, /^Restart=on-failure\n(#.*\n)?RestartPreventExitStatus=1$/mu);
  assert.match(systemdUnit(program, ['--headless']), /^WantedBy=default\.target$/mu);
});

test('the launchd file is well formed and starts the agent at sign-in', () => {
  const plist = launchdPlist(program, ['--server', 'https://a.example/?x=1&y=<2>'], '/log');
  assert.match(plist, /<key>RunAtLoad<\/key><true\/>/u);
  assert.match(plist, /x=1&#38;y=&#60;2&#62;/u);
  assert.match(plist, /<string>run<\/string>\s*<string>--launchd<\/string>/u);
});

/** The system's programs in front of the real ones, which write down what they are asked; nothing of the tester's is touched. */
async function withPrograms(ending: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const names = ['PATH', 'HOME', 'XDG_DATA_HOME'];
  const before = names.map((name) => [name, process.env[name]] as const);
  try {
    const script = `#!/bin/sh\necho "$@" >> "${folder.path}/asked"\nexit ${ending}\n`;
    for (const name of ['systemctl', 'reg.exe']) await writeFile(join(folder.path, name), script, { mode: 0o700 });
    await writeFile(join(folder.path, 'secret-tool'), '#!/bin/sh\nexit 1\n', { mode: 0o700 });
    const PATH = `${folder.path}:${process.env['PATH'] ?? ''}`;
    Object.assign(process.env, { PATH, HOME: folder.path, XDG_DATA_HOME: join(folder.path, 'share') });
    await work(folder.path);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await folder.remove();
  }
}

const askedIn = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');

function withSystemctl(ending: number, work: (folder: string, config: Config) => Promise<void>): Promise<void> {
  return withPrograms(ending, async (folder) => {
    const args = ['--data-dir', join(folder, 'data'), '--server', 'https://a.example', '--headless'];
    const config = readConfig(args, { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') });
    await work(folder, { ...config, machine: { ...config.machine, platform: 'linux' } });
  });
}

const lines: string[] = [];
const say = (text: string): void => void lines.push(text);
const terminal = { say, print: say, warn: say };

test('installing on Linux writes the unit, switches it on, and uninstalling takes both back', () =>
  withSystemctl(0, async (folder, config) => {
    await installCommand(config, terminal);
    const unit = join(folder, 'config', 'systemd', 'user', 'sandpiper-agent.service');
    const text = await readFile(unit, 'utf8');
    assert.match(text, /"run" "--server" "https:\/\/a\.example" .*"--headless" "--data-dir"/u);
    assert.doesNotMatch(text, /--token/u);
    assert.match(lines.at(-2) ?? '', /starts whenever you sign in, and has been started now/u);
    assert.match(lines.at(-1) ?? '', /not paired yet/u);
    await uninstallCommand(config, terminal);
    await assert.rejects(access(unit));
    assert.deepEqual(await askedIn(folder), [
      '--user daemon-reload',
      '--user enable --now sandpiper-agent.service',
      '--user disable --now sandpiper-agent.service',
      '--user daemon-reload',
    ]);
  }));

test('where systemd does not take it, the user is told what to say; without a server there is nothing to install', () =>
  withSystemctl(1, async (_folder, config) => {
    const profilesDir = '/elsewhere/profiles';
    await installCommand({ ...config, token: 'by-hand', profilesDir }, terminal);
    assert.equal(await openTokenStore(config.dataDir, 'https://a.example', 'file').load(), 'by-hand');
    assert.ok(keptArguments({ ...config, profilesDir }).includes(profilesDir));
    assert.match(lines.at(-1) ?? '', /Switch it on with: systemctl --user enable --now sandpiper-agent/u);
    await assert.rejects(installCommand({ ...config, server: null }, terminal), /Pair this computer first/u);
  }));

test('on Windows it writes the entry of the installer, beside the installed program only', () =>
  withPrograms(0, async (folder) => {
    const script = join(folder, 'agent.mjs');
    const read = async (...args: string[]): Promise<Config> => {
      const config = readConfig(args);
      await saveSettings(config.dataDir, { server: 'https://a.example' });
      const { machine } = config;
      return { ...readConfig(args), machine: { ...machine, platform: 'win32' }, program: { node: 'node', script } };
    };
    for (const command of [installCommand, uninstallCommand])
      await assert.rejects(command(await read(), terminal), /the installer does this/u);
    await assert.rejects(askedIn(folder), 'nothing is written without the launcher');

    const launcher = join(folder, 'Sandpiper Agent.exe');
    await writeFile(launcher, '');
    await assert.rejects(installCommand(await read('--firefox', '/elsewhere/firefox'), terminal), /without options/u);
    await installCommand(await read(), terminal);
    await uninstallCommand(await read(), terminal);
    const key = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run /v Sandpiper Agent`;
    assert.deepEqual(await askedIn(folder), [
      `add ${key} /t REG_SZ /d "${launcher}" /background /f`,
      `delete ${key} /f`,
    ]);
  }));
