import { ensureInstalled } from '../bootstrap/install.mjs';
import { Failure, pinnedNode } from '../bootstrap/project.mjs';
import { runHere } from '../bootstrap/terminal.mjs';
import { ensureBuildTools } from './installer-tools.ts';

type Settings = { PUBLIC_URL?: string | undefined; INSTALLER_DIR?: string | undefined };

/** Returns the arguments for building one of the agent's downloads, from the server's settings. */
export function buildArguments(kind: 'npm' | 'windows', { PUBLIC_URL, INSTALLER_DIR }: Settings): string[] {
  return [kind, ...(PUBLIC_URL ? ['--server', PUBLIC_URL] : []), ...(INSTALLER_DIR ? ['--output', INSTALLER_DIR] : [])];
}

async function build(kind: 'npm' | 'windows', what: string): Promise<void> {
  console.log(`Building the agent's ${what}…`);
  const code = await runHere(pinnedNode, ['agent/package/build.cli.ts', ...buildArguments(kind, process.env)]);
  if (code !== 0) console.error(`The agent's ${what} was not built: see above. The server starts without it.`);
}

/** Builds the agent's package for Linux and macOS. This requires only npm. */
export async function buildPackage(): Promise<void> {
  await ensureInstalled();
  await build('npm', 'package for Linux and macOS');
}

/**
 * Builds the downloads that the server offers. If a download can't be built on this machine, prints why and continues without
 * it.
 */
export async function buildDownloads(): Promise<void> {
  await buildPackage();
  try {
    await ensureBuildTools();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`${error.message} The server won't offer the installer.`);
    return;
  }
  await build('windows', 'installer for Windows');
}
