import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readConfig, type Config } from '../platform/config.ts';
import { unlessMissing, UserError } from '../platform/errors.ts';
import { runProgram } from '../platform/run-program.ts';
import { keptArguments, type Program } from './installation.ts';

const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const runName = 'Sandpiper Agent';

/**
 * Returns the path to the installed launcher, which restarts the agent and tells the user when it gives up. Throws if the agent was
 * not installed with the installer.
 */
async function windowsLauncher(program: Program): Promise<string> {
  const launcher = join(dirname(program.script), 'Sandpiper Agent.exe');
  if ((await unlessMissing(stat(launcher), null)) === null) {
    throw new UserError(
      'On Windows, the installer sets this up. Download it from Settings in the web app and leave "Start when I sign in to Windows" selected.',
    );
  }
  return launcher;
}

/** Writes the same registry entry as the installer, so that the uninstaller removes it. */
export async function installWindows(config: Config): Promise<string> {
  const launcher = await windowsLauncher(config.program);
  const entry = `"${launcher}" /background`;
  // The launcher starts the agent without options.
  if (keptArguments(config).join('\n') !== keptArguments(readConfig([])).join('\n')) {
    throw new UserError(
      'Windows starts the agent without options, so "install" can only save --max-windows. Run "sandpiper-agent pair" first, then "sandpiper-agent install" without other options.',
    );
  }
  const done = await runProgram('reg.exe', ['add', runKey, '/v', runName, '/t', 'REG_SZ', '/d', entry, '/f']);
  if (done.code !== 0) throw new UserError('Windows did not save the startup entry. Try again.');
  return 'The agent will start whenever you sign in to Windows. Start it now from the Start menu. If it is already running, run "sandpiper-agent stop" and start it again to apply the new options.';
}

export async function uninstallWindows(config: Config): Promise<void> {
  await windowsLauncher(config.program);
  await runProgram('reg.exe', ['delete', runKey, '/v', runName, '/f']);
}

/** Implements `endRestart` of `Service`. The launcher starts the agent again only if its file is still there after the pause. */
export function endWindowsRestart({ dataDir }: Config): Promise<boolean> {
  const removed = rm(join(dataDir, 'restart-pending')).then(() => true);
  return unlessMissing(removed, false);
}
