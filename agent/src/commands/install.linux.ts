import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { unlessMissing, UserError } from '../platform/errors.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { runProgram, type ProgramResult } from '../platform/run-program.ts';
import {
  dataDirArguments,
  inParentheses,
  keptArguments,
  notRunningText,
  startedText,
  staysUp,
  type Program,
} from './installation.ts';

const unit = 'sandpiper-agent.service';

/** Longer than `TimeoutStopSec` (90 s), because systemd may wait that long for messages in progress when it stops the agent. */
const stopMs = 100_000;

/** Quotes a word for `ExecStart`. Escapes `%` and `$` too, because systemd expands them even inside quotes. */
function systemdWord(text: string): string {
  return `"${text.replace(/[\\"]/gu, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

function systemdWords(words: readonly string[]): string {
  return words.map(systemdWord).join(' ');
}

export function systemdUnit(program: Program, args: readonly string[]): string {
  // Firefox windows need a desktop session.
  const isHeadless = args.includes('--headless');
  const session = isHeadless ? 'default.target' : 'graphical-session.target';
  // Some desktops never start graphical-session.target. There, default.target starts the agent, perhaps before a display is
  // available, and systemd restarts it until there is one.
  const wantedBy = isHeadless ? session : `default.target ${session}`;
  const words = systemdWords([program.node, ...program.options, program.script, 'run', ...args]);
  return `[Unit]
Description=Sandpiper Agent
After=${session}
PartOf=${session}

[Service]
ExecStart=${words}
Restart=on-failure
# Exit code 1 means that the user has to do something first.
RestartPreventExitStatus=1
RestartSec=30
KillMode=mixed
TimeoutStopSec=90

[Install]
WantedBy=${wantedBy}
`;
}

function unitFile(config: Config): string {
  return join(config.machine.configHome, 'systemd', 'user', unit);
}

function systemctl(words: readonly string[], timeoutMs?: number): Promise<ProgramResult> {
  return runProgram('systemctl', ['--user', ...words], timeoutMs === undefined ? {} : { timeoutMs });
}

function rejectedText(config: Config, { stderr }: ProgramResult): string {
  return `systemd rejected the service${inParentheses(stderr)}, so the agent won't start automatically when you sign in. Its unit file is ${unitFile(config)}. To try again, run: systemctl --user enable --now sandpiper-agent. On a computer without systemd, start sandpiper-agent yourself.`;
}

/** Installs the systemd unit and starts the agent, or restarts it so that new options apply. Returns what to tell the user. */
export async function installLinux(config: Config, watchMs: number): Promise<string> {
  await writePrivateFile(unitFile(config), systemdUnit(config.program, keptArguments(config)));
  await systemctl(['daemon-reload']);
  // `enable` would keep the links of an earlier version of the unit, which may have had other targets.
  const enabled = await systemctl(['reenable', unit]);
  if (enabled.code !== 0) return rejectedText(config, enabled);
  const started = await systemctl(['restart', unit], stopMs);
  if (started.code !== 0) return notRunningText(config, started.stderr);
  const isActive = async (): Promise<boolean> => (await systemctl(['is-active', unit])).code === 0;
  return startedText(config, await staysUp(isActive, watchMs));
}

export async function uninstallLinux(config: Config): Promise<void> {
  await systemctl(['disable', '--now', unit], stopMs);
  await rm(unitFile(config), { force: true });
  await systemctl(['daemon-reload']);
}

/** Implements `endRestart` of `Service`. */
export async function endLinuxRestart(config: Config): Promise<boolean> {
  const text = await unlessMissing(readFile(unitFile(config), 'utf8'), '');
  if (!text.includes(` ${systemdWords(dataDirArguments(config))}\n`)) return false;
  // Between a crash and the restart, the unit is "activating". An agent that doesn't answer commands yet is already "active".
  const { stdout } = await systemctl(['is-active', unit]);
  if (!['activating', 'active'].includes(stdout.trim())) return false;
  const stopped = await systemctl(['stop', unit], stopMs);
  if (stopped.code === 0) return true;
  throw new UserError(
    `systemd couldn't stop the agent${inParentheses(stopped.stderr)}. Try again, or run: systemctl --user stop sandpiper-agent`,
  );
}
