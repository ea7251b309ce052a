#!/usr/bin/env -S node --max-semi-space-size=2
// The option `--max-semi-space-size` limits the young generation of the heap, which saves about 8 MB of memory. The npm package and the
// Windows installer set this option too.
import { controlCommand } from './commands/control.command.ts';
import { doctorCommand } from './commands/doctor.command.ts';
import { installCommand, uninstallCommand } from './commands/install.command.ts';
import { pagesCommand } from './commands/pages.command.ts';
import { logout, pairCommand } from './commands/pair.command.ts';
import { profilesCommand } from './commands/profiles.command.ts';
import { runCommand } from './commands/run.command.ts';
import { readConfig, type Config } from './platform/config.ts';
import { messageOf, TryLater, UserError } from './platform/errors.ts';
import { createTerminal, type Terminal } from './platform/terminal.ts';
import { agentVersion } from './version.ts';

async function dispatch(config: Config, terminal: Terminal): Promise<void> {
  switch (config.command) {
    case 'run':
      return runCommand(config, terminal);
    case 'pair':
      return pairCommand(config, terminal);
    case 'logout':
      return logout(config, terminal);
    case 'status':
    case 'pause':
    case 'resume':
    case 'stop':
      return controlCommand(config, terminal, config.command);
    case 'pages':
      return pagesCommand(config, terminal);
    case 'profiles':
      return profilesCommand(config, terminal);
    case 'doctor':
      return doctorCommand(config, terminal);
    case 'install':
      return installCommand(config, terminal);
    case 'uninstall':
      return uninstallCommand(config, terminal);
    case 'version':
      return terminal.print(agentVersion);
    case 'help':
    case 'completion':
      return terminal.print(config.text);
  }
}

/*
 * `tryLater` and `crashed` are EX_TEMPFAIL and EX_SOFTWARE from sysexits.h. systemd, launchd and the Windows launcher restart the agent
 * after these two exit codes, but not after `refusal`, which becomes 0 under launchd.
 */
const tryLater = 75;
const crashed = 70;
const refusal = 1;

function exitCodeOf(error: unknown): number {
  if (error instanceof TryLater) return tryLater;
  return error instanceof UserError ? refusal : crashed;
}

function showCrash(terminal: Terminal, error: unknown): void {
  terminal.warn(`Something went wrong in the agent itself: ${messageOf(error)}`);
}

async function main(): Promise<number> {
  const terminal = createTerminal();
  // Without this handler, Node would exit with code 1, and systemd and the Windows launcher would not restart the agent.
  process.on('uncaughtException', (error) => {
    showCrash(terminal, error);
    process.exit(crashed);
  });
  let isUnderLaunchd = false;
  try {
    const config = readConfig();
    ({ isUnderLaunchd } = config);
    await dispatch(config, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof UserError)) showCrash(terminal, error);
    else terminal.warn(error.message);
    const code = exitCodeOf(error);
    // launchd restarts a job after every exit code except 0.
    return isUnderLaunchd && code === refusal ? 0 : code;
  }
}

process.exitCode = await main();
// Exit explicitly, because a keep-alive connection would keep the program running.
process.exit();
