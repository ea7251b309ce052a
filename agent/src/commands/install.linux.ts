import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { messageOf } from '../platform/errors.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { runProgram, type ProgramResult } from '../platform/run-program.ts';
import { keptArguments, startedText, staysUp, type Program } from './installation.ts';

const unit = 'sandpiper-agent.service';

/** systemd lets what is being sent come to its end first, for so long as the unit says, and a little more. */
const restartMs = 100_000;

/** systemd reads `%` and quotes in its own way. */
function systemdWord(text: string): string {
  return `"${text.replace(/[\\"]/gu, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

export function systemdUnit(program: Program, args: readonly string[]): string {
  // Windows need the desktop's session; without windows the user's own is enough.
  const isHeadless = args.includes('--headless');
  const session = isHeadless ? 'default.target' : 'graphical-session.target';
  // Not every desktop starts a session's target: there the agent is tried until there is a screen.
  const wantedBy = isHeadless ? session : `default.target ${session}`;
  const words = [program.node, program.script, 'run', ...args].map(systemdWord).join(' ');
  return `[Unit]
Description=Sandpiper Agent
After=${session}
PartOf=${session}

[Service]
ExecStart=${words}
Restart=on-failure
# A refusal: another start changes nothing before the user has done something.
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

function notTaken(config: Config, { stderr }: ProgramResult): string {
  const why = stderr.trim() === '' ? '' : ` (${messageOf(stderr.trim())})`;
  return `systemd did not take the agent${why}, so it does not start by itself. It is written to ${unitFile(config)}. Switch it on with: systemctl --user enable --now sandpiper-agent. Without systemd say sandpiper-agent whenever it is to work.`;
}

/** Also one that runs already is started anew, so that it goes by what was said now. Answers what is so afterwards. */
export async function installLinux(config: Config, watchMs: number): Promise<string> {
  await writePrivateFile(unitFile(config), systemdUnit(config.program, keptArguments(config)));
  await systemctl(['daemon-reload']);
  // Anew, for an earlier one may have been wanted by another target.
  const enabled = await systemctl(['reenable', unit]);
  if (enabled.code !== 0) return notTaken(config, enabled);
  const started = await systemctl(['restart', unit], restartMs);
  const isActive = async (): Promise<boolean> => (await systemctl(['is-active', unit])).code === 0;
  return startedText(config, started.code === 0 && (await staysUp(isActive, watchMs)));
}

export async function uninstallLinux(config: Config): Promise<void> {
  await systemctl(['disable', '--now', unit]);
  await rm(unitFile(config), { force: true });
  await systemctl(['daemon-reload']);
}
