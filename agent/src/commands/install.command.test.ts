import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, type Config } from '../platform/config.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
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
  assert.match(systemdUnit(program, ['--headless']), /^WantedBy=default\.target$/mu);
});

test('the launchd file is well formed and starts the agent at sign-in', () => {
  const plist = launchdPlist(program, ['--server', 'https://a.example/?x=1&y=<2>'], '/log');
  assert.match(plist, /<key>RunAtLoad<\/key><true\/>/u);
  assert.match(plist, /x=1&#38;y=&#60;2&#62;/u);
  assert.match(plist, /<string>run<\/string>/u);
});

/** A systemctl in front of the real one, which writes down what it is asked; nothing of the tester's is touched. */
async function withSystemctl(ending: number, work: (folder: string, config: Config) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const before = process.env['PATH'];
  try {
    const script = `#!/bin/sh\necho "$@" >> "${folder.path}/asked"\nexit ${ending}\n`;
    await writeFile(join(folder.path, 'systemctl'), script, { mode: 0o700 });
    await writeFile(join(folder.path, 'secret-tool'), '#!/bin/sh\nexit 1\n', { mode: 0o700 });
    process.env['PATH'] = `${folder.path}:${before ?? ''}`;
    const args = ['--data-dir', join(folder.path, 'data'), '--server', 'https://a.example', '--headless'];
    const env = { HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, 'config') };
    const config = readConfig(args, env);
    await work(folder.path, { ...config, machine: { ...config.machine, platform: 'linux' } });
  } finally {
    process.env['PATH'] = before;
    await folder.remove();
  }
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
    assert.match(lines.at(-2) ?? '', /starts whenever you sign in/u);
    assert.match(lines.at(-1) ?? '', /not paired yet/u);
    await uninstallCommand(config, terminal);
    await assert.rejects(access(unit));
    assert.deepEqual((await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n'), [
      '--user daemon-reload',
      '--user enable sandpiper-agent.service',
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
