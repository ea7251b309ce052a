import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, type Config } from '../platform/config.ts';
import { askAgent, openControlChannel } from '../platform/control-channel.ts';
import { messageOf } from '../platform/errors.ts';
import { askedIn, offline, withLaunchctl, withPrograms, withSystemctl } from '../testing/system-programs.ts';
import { loadSettings, saveSettings } from '../platform/saved-settings.ts';
import { openTokenStore } from '../platform/token-store.ts';
import { installCommand, uninstallCommand } from './install.command.ts';
import { systemdUnit } from './install.linux.ts';
import { launchdPlist } from './install.mac.ts';
import { keptArguments } from './installation.ts';

const program = { node: '/opt/no de/node', options: ['--max-semi-space-size=2'], script: "/opt/a'b/main.ts" };

test('the systemd unit escapes what systemd would expand, and needs no desktop session when headless', () => {
  const unit = systemdUnit(program, ['--server', 'https://a.example/100%', '--data-dir', '/home/$me']);
  assert.match(
    unit,
    /^ExecStart="\/opt\/no de\/node" "--max-semi-space-size=2" "\/opt\/a'b\/main\.ts" "run" "--server" "https:\/\/a\.example\/100%%" "--data-dir" "\/home\/\$\$me"$/mu,
  );
  assert.match(unit, /^WantedBy=default\.target graphical-session\.target$/mu);
  assert.match(unit, /^Restart=on-failure\n(#.*\n)?RestartPreventExitStatus=1$/mu);
  assert.match(systemdUnit(program, ['--headless']), /^WantedBy=default\.target$/mu);
});

test('the launchd file escapes what XML would interpret, and starts the agent at sign-in', () => {
  const plist = launchdPlist(program, ['--server', 'https://a.example/?x=1&y=<2>'], '/log');
  assert.match(plist, /<string>--max-semi-space-size=2<\/string>\s*<string>\/opt\/a/u);
  assert.match(plist, /<key>RunAtLoad<\/key><true\/>/u);
  assert.match(plist, /<key>ExitTimeOut<\/key><integer>90<\/integer>/u);
  assert.match(plist, /x=1&#38;y=&#60;2&#62;/u);
  assert.match(plist, /<string>run<\/string>\s*<string>--launchd<\/string>/u);
});

const lines: string[] = [];
const say = (text: string): void => void lines.push(text);
const terminal = { say, print: say, warn: say };
const watchMs = 10;

test('installing on Linux writes and enables the unit, and uninstalling removes it', () =>
  withSystemctl('exit 0', async (folder, config) => {
    await installCommand({ ...config, isVerbose: true }, terminal, watchMs);
    const unit = join(folder, 'config', 'systemd', 'user', 'sandpiper-agent.service');
    const text = await readFile(unit, 'utf8');
    assert.match(text, /"run" "--server" "http:\/\/127\.0\.0\.1:1" .*"--headless" "--verbose" "--data-dir"/u);
    assert.doesNotMatch(text, /--token/u);
    assert.match(lines.at(-2) ?? '', /is running, and will start whenever you sign in/u);
    assert.match(lines.at(-1) ?? '', /not paired yet\. Run: sandpiper-agent pair --server http:\/\/127\.0\.0\.1:1$/u);
    await uninstallCommand(config, terminal);
    await assert.rejects(access(unit));
    const asked = (await askedIn(folder)).filter((line) => !line.includes('is-active'));
    assert.deepEqual(asked, [
      '--user daemon-reload',
      '--user reenable sandpiper-agent.service',
      '--user restart sandpiper-agent.service',
      '--user disable --now sandpiper-agent.service',
      '--user daemon-reload',
    ]);
  }));

test('if systemd rejects the service, "install" still stores the token, and says what to run', () =>
  withSystemctl('echo "No bus here" >&2; exit 1', async (_folder, config) => {
    const profilesDir = '/elsewhere/profiles';
    await installCommand({ ...config, token: 'by-hand', profilesDir }, terminal, watchMs);
    const store = { dataDir: config.dataDir, server: offline, entry: offline };
    assert.equal(await openTokenStore(store, 'file').load(), 'by-hand');
    assert.ok(keptArguments({ ...config, profilesDir }).includes(profilesDir));
    assert.match(
      lines.at(-1) ?? '',
      /\(No bus here\).*To try again, run: systemctl --user enable --now sandpiper-agent/u,
    );
  }));

for (const [system, withSystem] of [
  ['Linux', withSystemctl],
  ['a Mac', withLaunchctl],
] as const) {
  test(`on ${system}, uninstalling also stops an agent that the system didn't start`, () =>
    withSystem('echo "No bus here" >&2; exit 1', async (_folder, config) => {
      const commands: string[] = [];
      const channel = await openControlChannel(config.dataDir, (command) => {
        commands.push(command);
        if (command === 'stop') setTimeout(() => void channel.close(), 0);
        return Promise.resolve('The agent will stop.');
      });
      await uninstallCommand(config, terminal);
      assert.equal(commands[0], 'stop');
      assert.equal(lines.at(-1), 'The agent will stop.');
      assert.equal(await askAgent(config.dataDir, 'status'), null);
      await uninstallCommand(config, terminal);
      assert.match(lines.at(-1) ?? '', /no longer starts when you sign in/u);
    }));
}

test('without a server, nothing is installed', () =>
  withSystemctl('exit 0', async (folder, config) => {
    await assert.rejects(
      installCommand({ ...config, server: null }, terminal),
      /Choose a server first. Run: sandpiper-agent pair --server https:/u,
    );
    await assert.rejects(access(join(folder, 'asked')), { code: 'ENOENT' });
  }));

for (const [what, answer] of [
  ['does not start', 'case "$*" in *restart*) exit 1;; esac'],
  ['exits right after it starts', 'case "$*" in *is-active*) exit 3;; esac'],
  ['exits a moment later', 'case "$*" in *is-active*) [ -e seen ] && exit 3; touch seen;; esac'],
] as const) {
  test(`an agent that ${what} is not reported as running, and the output says where to look`, () =>
    withSystemctl(answer, async (folder, config) => {
      await installCommand({ ...config, token: 'by-hand' }, terminal, 800);
      const said = lines.at(-1) ?? '';
      assert.match(said, /when you sign in, but it isn't running.*doctor/u);
      assert.ok(said.includes(join(folder, 'data', 'logs', 'agent.log')), said);
    }));
}

test('install says why systemd could not start the agent', () =>
  withSystemctl(
    'case "$*" in *restart*) echo "Failed to connect to bus" >&2; exit 1;; esac',
    async (_folder, config) => {
      await installCommand({ ...config, token: 'by-hand' }, terminal, watchMs);
      assert.match(lines.at(-1) ?? '', /but it isn't running \(Failed to connect to bus\)\. To find out why/u);
    },
  ));

test('on a Mac, installing again reloads the agent, and uninstalling removes its file', () =>
  withLaunchctl(`echo '"PID" = 123;' > loaded`, async (folder, mac) => {
    const plist = join(folder, 'Library', 'LaunchAgents', 'app.sandpiper.agent.plist');
    await installCommand(mac, terminal, watchMs);
    await installCommand(mac, terminal, watchMs);
    assert.match(lines.at(-1) ?? '', /is running, and will start/u);
    const asked = (await askedIn(folder)).filter((line) => !line.startsWith('list'));
    const [unload, load] = [`unload ${plist}`, `load -w ${plist}`];
    assert.deepEqual(asked, [unload, load, unload, load]);
    await uninstallCommand(mac, terminal);
    await assert.rejects(access(plist));
  }));

for (const [what, loading, text] of [
  ['exits immediately', `echo '"LastExitStatus" = 256;' > loaded`, /but it isn't running/u],
  ['launchd rejects with exit code 0', 'echo "Load failed: 5" >&2', /macOS rejected the agent \(Load failed: 5\)/u],
  ['launchd rejects with exit code 1', 'exit 1', /macOS rejected the agent,/u],
] as const) {
  test(`on a Mac, an agent that ${what} is not reported as running`, () =>
    withLaunchctl(loading, async (_folder, mac) => {
      await installCommand(mac, terminal, watchMs).catch((error: unknown) => say(messageOf(error)));
      assert.match(lines.at(-1) ?? '', text);
    }));
}

test('the window limit is kept for the agent that the system starts, until another limit is given', () =>
  withSystemctl('exit 0', async (folder, config) => {
    const at = ['--data-dir', join(folder, 'data')];
    const usual = readConfig(at).maxWindows;
    await installCommand(config, terminal, watchMs);
    assert.equal((await loadSettings(config.dataDir)).max_windows, undefined);
    for (const maxWindows of [usual + 3, usual]) {
      await installCommand({ ...config, maxWindows }, terminal, watchMs);
      assert.equal(readConfig(at).maxWindows, maxWindows);
      await installCommand({ ...config, maxWindows: readConfig(at).maxWindows }, terminal, watchMs);
      assert.equal(readConfig(at).maxWindows, maxWindows, 'the limit is unchanged without the option');
    }
  }));

test('on Windows, "install" writes the same registry entry as the installer, and only for an installed agent', () =>
  withPrograms('exit 0', async (folder) => {
    const script = join(folder, 'agent.mjs');
    const read = async (...args: string[]): Promise<Config> => {
      const config = readConfig(args);
      await saveSettings(config.dataDir, { server: 'https://a.example' });
      const { machine } = config;
      return {
        ...readConfig(args),
        machine: { ...machine, platform: 'win32' },
        program: { node: 'node', options: [], script },
      };
    };
    for (const command of [installCommand, uninstallCommand])
      await assert.rejects(command(await read(), terminal), /the installer sets this up/u);
    await assert.rejects(askedIn(folder), 'nothing is written without the launcher');

    const launcher = join(folder, 'Sandpiper Agent.exe');
    await writeFile(launcher, '');
    for (const words of [['--firefox', '/elsewhere/firefox'], ['--verbose']])
      await assert.rejects(installCommand(await read(...words), terminal), /without options/u);
    await installCommand(await read('--max-windows', '7'), terminal);
    assert.equal((await read()).maxWindows, 7);
    const { dataDir } = await read();
    const channel = await openControlChannel(dataDir, () => Promise.resolve('The agent is running.'));
    await uninstallCommand(await read(), terminal);
    assert.match(lines.at(-1) ?? '', /still running\. To stop it, run: sandpiper-agent stop/u);
    await channel.close();
    const key = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run /v Sandpiper Agent`;
    assert.deepEqual(await askedIn(folder), [
      `add ${key} /t REG_SZ /d "${launcher}" /background /f`,
      `delete ${key} /f`,
    ]);
  }));
