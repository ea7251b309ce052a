import { capture } from './processes.ts';
import { ensureTools } from './programs.ts';
import { Failure, pinnedNode } from '../bootstrap/project.mjs';

/** The programs that build the Windows installer, keyed by the Debian package that contains them. */
const buildTools = { nsis: ['makensis'] };

const wantedBy = 'The Windows installer needs';

const testTools = {
  ...buildTools,
  wine64: ['/usr/lib/wine/wine64', 'wine64', 'wine'],
  osslsigncode: ['osslsigncode'],
  openssl: ['openssl'],
};

/** Finds the programs that build the installer, and installs missing ones if installing is allowed. */
export function ensureBuildTools(): Promise<void> {
  return ensureTools(buildTools, wantedBy);
}

/** Prepares the installer's tests. Downloads Node for Windows in advance, because the tests run in a home folder without npm's settings. */
export async function ensureInstallerTools(): Promise<void> {
  await ensureTools(testTools, wantedBy);
  const { code, output } = await capture(pinnedNode, ['agent/package/fetch-runtime.cli.ts']);
  if (code !== 0) throw new Failure(`${output.trimEnd()}\nCouldn't download Node for Windows: see above.`);
}
