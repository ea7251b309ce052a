import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readConfig, type Config } from '../platform/config.ts';
import { unlessMissing, UserError } from '../platform/errors.ts';
import { runProgram } from '../platform/run-program.ts';
import { keptArguments, type Program } from './installation.ts';

const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const runName = 'Sandpiper Agent';

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
export async function installWindows(config: Config): Promise<string> {
  const launcher = await windowsLauncher(config.program);
  const entry = `"${launcher}" /background`;
  // The launcher passes no options on.
  if (keptArguments(config).join('\n') !== keptArguments(readConfig([])).join('\n')) {
    throw new UserError(
      'At sign-in Windows starts the agent without options; only --max-windows is kept. Connect it first (sandpiper-agent pair), then say only: sandpiper-agent install',
    );
  }
  const done = await runProgram('reg.exe', ['add', runKey, '/v', runName, '/t', 'REG_SZ', '/d', entry, '/f']);
  if (done.code !== 0) throw new UserError('Windows did not take the entry. Try again.');
  return 'The agent starts whenever you sign in to Windows. Start it now in the Start menu; one that is running goes by what was said now after "sandpiper-agent stop" and its next start.';
}

export async function uninstallWindows(config: Config): Promise<void> {
  await windowsLauncher(config.program);
  await runProgram('reg.exe', ['delete', runKey, '/v', runName, '/f']);
}
