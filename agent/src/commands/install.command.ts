import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readConfig, usualInstagram, usualProfilesDir, type Config } from '../platform/config.ts';
import { unlessMissing, UserError } from '../platform/errors.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { runProgram } from '../platform/run-program.ts';
import type { Terminal } from '../platform/terminal.ts';
import { openTokenStore } from '../platform/token-store.ts';

const label = 'app.sandpiper.agent';
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const runName = 'Sandpiper Agent';

/** How this very program is started: its Node and its first file. */
export type Program = { node: string; script: string };

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
}

/** systemd reads `%` and quotes in its own way. */
function systemdWord(text: string): string {
  return `"${text.replace(/[\\"]/gu, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

export function systemdUnit(program: Program, args: readonly string[]): string {
  // Windows need the desktop's session; without windows the user's own is enough.
  const target = args.includes('--headless') ? 'default.target' : 'graphical-session.target';
  const words = [program.node, program.script, 'run', ...args].map(systemdWord).join(' ');
  return `[Unit]
Description=Sandpiper Agent
After=${target}
PartOf=${target}

[Service]
ExecStart=${words}
Restart=on-failure
# A refusal: another start changes nothing before the user has done something.
RestartPreventExitStatus=1
RestartSec=30
KillMode=mixed
TimeoutStopSec=90

[Install]
WantedBy=${target}
`;
}

export function launchdPlist(program: Program, args: readonly string[], logFile: string): string {
  const command = [program.node, program.script, 'run', '--launchd', ...args];
  const words = command.map((word) => `    <string>${escapeXml(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>30</integer>
  <key>ProcessType</key><string>Interactive</string>
  <key>StandardErrorPath</key><string>${escapeXml(logFile)}</string>
</dict>
</plist>
`;
}

/** What a start without a person at the terminal has to know; the token is in the store. */
export function keptArguments(config: Config): string[] {
  return [
    ...(config.server === null ? [] : ['--server', config.server]),
    ...(config.firefox === null ? [] : ['--firefox', config.firefox]),
    ...(config.headless ? ['--headless'] : []),
    ...(config.instagramUrl === usualInstagram ? [] : ['--instagram-url', config.instagramUrl]),
    ...(config.profilesDir === usualProfilesDir(config.dataDir) ? [] : ['--profiles-dir', config.profilesDir]),
    '--data-dir',
    config.dataDir,
  ];
}

const startedNow = 'The agent starts whenever you sign in, and has been started now.';

function unitFile(config: Config): string {
  return join(config.machine.configHome, 'systemd', 'user', 'sandpiper-agent.service');
}

function plistFile(config: Config): string {
  return join(config.machine.home, 'Library', 'LaunchAgents', `${label}.plist`);
}

async function installLinux(config: Config, program: Program): Promise<string> {
  await writePrivateFile(unitFile(config), systemdUnit(program, keptArguments(config)));
  await runProgram('systemctl', ['--user', 'daemon-reload']);
  const done = await runProgram('systemctl', ['--user', 'enable', '--now', 'sandpiper-agent.service']);
  if (done.code !== 0)
    return `Written to ${unitFile(config)}. Switch it on with: systemctl --user enable --now sandpiper-agent`;
  return startedNow;
}

async function installMac(config: Config, program: Program): Promise<string> {
  const log = join(config.dataDir, 'logs', 'launchd.log');
  await writePrivateFile(plistFile(config), launchdPlist(program, keptArguments(config), log));
  // One that is loaded already, running or not, would not be started.
  await runProgram('/bin/launchctl', ['unload', plistFile(config)]);
  await runProgram('/bin/launchctl', ['load', '-w', plistFile(config)]);
  return startedNow;
}

/** The installer's own program beside this one: it starts the agent again, and says when that has stopped. */
async function windowsLauncher(program: Program): Promise<string> {
  const launcher = join(dirname(program.script), 'Sandpiper Agent.exe');
  if ((await unlessMissing(stat(launcher), null)) === null) {
    throw new UserError(
      'On Windows the installer does this. Download it in Settings; it asks whether the agent is to start at sign-in.',
    );
  }
  return launcher;
}

/** The same entry as the installer writes and its uninstaller removes. */
async function installWindows(config: Config, program: Program): Promise<string> {
  const launcher = await windowsLauncher(program);
  const entry = `"${launcher}" /background`;
  // The launcher passes no options on.
  if (keptArguments(config).join('\n') !== keptArguments(readConfig([])).join('\n')) {
    throw new UserError(
      'At sign-in Windows starts the agent without options. Connect it first (sandpiper-agent pair), then say only: sandpiper-agent install',
    );
  }
  const done = await runProgram('reg.exe', ['add', runKey, '/v', runName, '/t', 'REG_SZ', '/d', entry, '/f']);
  if (done.code !== 0) throw new UserError('Windows did not take the entry. Try again.');
  return 'The agent starts whenever you sign in to Windows.';
}

async function uninstallWindows(program: Program): Promise<void> {
  await windowsLauncher(program);
  await runProgram('reg.exe', ['delete', runKey, '/v', runName, '/f']);
}

/** Started by itself the agent gets no token on its command line: what was given by hand is kept, too. */
async function keepToken(config: Config, server: string): Promise<boolean> {
  const store = openTokenStore(config.dataDir, server);
  if (config.token !== null) await store.save(config.token);
  return config.token !== null || (await store.load()) !== null;
}

/** `sandpiper-agent install`: from now on the agent starts with the user's session. */
export async function installCommand(config: Config, terminal: Terminal): Promise<void> {
  const { server } = config;
  if (server === null) throw new UserError('Pair this computer first: sandpiper-agent pair --server https://…');
  const { platform } = config.machine;
  const install = platform === 'win32' ? installWindows : platform === 'darwin' ? installMac : installLinux;
  const isPaired = await keepToken(config, server);
  terminal.print(await install(config, config.program));
  if (!isPaired) terminal.print('This computer is not paired yet. Do that first: sandpiper-agent pair');
}

/** `sandpiper-agent uninstall`: takes that back; files and pairing stay. */
export async function uninstallCommand(config: Config, terminal: Terminal): Promise<void> {
  const { platform } = config.machine;
  if (platform === 'win32') await uninstallWindows(config.program);
  else if (platform === 'darwin') {
    await runProgram('/bin/launchctl', ['unload', '-w', plistFile(config)]);
    await rm(plistFile(config), { force: true });
  } else {
    await runProgram('systemctl', ['--user', 'disable', '--now', 'sandpiper-agent.service']);
    await rm(unitFile(config), { force: true });
    await runProgram('systemctl', ['--user', 'daemon-reload']);
  }
  terminal.print(`The agent no longer starts by itself. Its files are still in ${config.dataDir}.`);
}
