import { capture } from './processes.mjs';
import { canInstallDebianPackages, findProgram, installDebianPackages } from './programs.mjs';
import { Failure, pinnedNode } from './project.mjs';

/** What the Windows installer is made with, by Debian package. */
export const buildTools = { nsis: ['makensis'] };

const testTools = {
  ...buildTools,
  wine64: ['/usr/lib/wine/wine64', 'wine64', 'wine'],
  osslsigncode: ['osslsigncode'],
  openssl: ['openssl'],
};

function missingOf(tools) {
  return Object.keys(tools).filter((name) => findProgram(tools[name]) === undefined);
}

/** Finds these tools, installing what is missing where this may be done. */
export async function ensureTools(tools) {
  const missing = missingOf(tools);
  if (missing.length > 0 && canInstallDebianPackages()) await installDebianPackages(missing);
  const names = missingOf(tools).join(', ');
  if (names !== '') {
    throw new Failure(
      `The Windows installer needs ${names}. Install it (Debian: apt-get install ${names}) and try again.`,
    );
  }
}

/** Everything for the installer's tests. Windows' Node is fetched now: the tests run in a home without npm's settings. */
export async function ensureInstallerTools() {
  await ensureTools(testTools);
  const { code, output } = await capture(pinnedNode, ['agent/package/fetch-runtime.cli.ts']);
  if (code !== 0) throw new Failure(`${output.trimEnd()}\nWindows' Node could not be fetched: see above.`);
}
