import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openControlChannel } from '../platform/control-channel.ts';
import { ensurePrivateFolder } from '../platform/private-file.ts';
import { askedIn, withLaunchctl, withPrograms, withSystemctl } from '../testing/system-programs.ts';
import { readConfig } from '../platform/config.ts';
import { controlCommand } from './control.command.ts';
import { installCommand } from './install.command.ts';

const lines: string[] = [];
const say = (text: string): void => void lines.push(text);
const terminal = { say, print: say, warn: say };
const watchMs = 10;

const stopped = /^The agent was about to start\. It is stopped now/u;
const notRunning = 'The agent is not running.';

/** A systemctl for a unit that is waiting for its restart until it is stopped. */
const waiting =
  'case "$*" in *is-active*) [ -e stopped ] && { echo inactive; exit 3; }; echo activating; exit 3;; *stop*) touch stopped;; esac';

test('on Linux, "stop" ends the restart that systemd has planned, and only once', () =>
  withSystemctl(waiting, async (folder, config) => {
    await installCommand(config, terminal, watchMs);
    await controlCommand(config, terminal, 'stop');
    assert.match(lines.at(-1) ?? '', stopped);
    assert.equal((await askedIn(folder)).at(-1), '--user stop sandpiper-agent.service');
    await controlCommand(config, terminal, 'stop');
    assert.equal(lines.at(-1), notRunning);
  }));

test('on Linux, "stop" leaves the service alone if it uses another data folder', () =>
  withSystemctl(waiting, async (folder, config) => {
    await installCommand(config, terminal, watchMs);
    await controlCommand({ ...config, dataDir: join(folder, 'other') }, terminal, 'stop');
    assert.equal(lines.at(-1), notRunning);
    assert.doesNotMatch((await askedIn(folder)).join('\n'), / stop /u);
  }));

test('on Linux, "stop" says so if systemd can\'t stop the agent', () =>
  withSystemctl(
    'case "$*" in *is-active*) echo activating;; *stop*) echo "No bus here" >&2; exit 1;; esac',
    async (_folder, config) => {
      await installCommand(config, terminal, watchMs);
      await assert.rejects(controlCommand(config, terminal, 'stop'), {
        name: 'UserError',
        message: /^systemd couldn't stop the agent \(No bus here\)\./u,
      });
    },
  ));

test("an agent that stops when asked isn't restarted, even if it crashes while it stops", () =>
  withSystemctl(waiting, async (folder, config) => {
    await installCommand(config, terminal, watchMs);
    const channel = await openControlChannel(config.dataDir, () => {
      setTimeout(() => void channel.close(), 0);
      return Promise.resolve('The agent will stop.');
    });
    await controlCommand(config, terminal, 'stop');
    assert.equal(lines.at(-1), 'The agent will stop.');
    assert.equal((await askedIn(folder)).at(-1), '--user stop sandpiper-agent.service');
  }));

test('on a Mac, "stop" unloads an agent that has crashed, without disabling it', () =>
  withLaunchctl(`echo '"LastExitStatus" = 17920;' > loaded`, async (folder, mac) => {
    await installCommand(mac, terminal, watchMs);
    await controlCommand(mac, terminal, 'stop');
    assert.match(lines.at(-1) ?? '', stopped);
    const plist = join(folder, 'Library', 'LaunchAgents', 'app.sandpiper.agent.plist');
    assert.equal((await askedIn(folder)).filter((line) => !line.startsWith('list')).at(-1), `unload ${plist}`);
  }));

test('on a Mac, "stop" leaves an agent loaded that won\'t be restarted', () =>
  withLaunchctl(`echo '"LastExitStatus" = 0;' > loaded`, async (folder, mac) => {
    await installCommand(mac, terminal, watchMs);
    await controlCommand(mac, terminal, 'stop');
    assert.equal(lines.at(-1), notRunning);
    assert.match((await askedIn(folder)).at(-1) ?? '', /^list/u);
  }));

test('on Windows, "stop" tells the launcher not to start the agent again', () =>
  withPrograms('exit 0', async (folder) => {
    const config = readConfig(['--data-dir', join(folder, 'data')]);
    const windows = { ...config, machine: { ...config.machine, platform: 'win32' as const } };
    await ensurePrivateFolder(config.dataDir);
    await writeFile(join(config.dataDir, 'restart-pending'), '');
    await controlCommand(windows, terminal, 'stop');
    assert.match(lines.at(-1) ?? '', stopped);
    await controlCommand(windows, terminal, 'stop');
    assert.equal(lines.at(-1), notRunning);
  }));
