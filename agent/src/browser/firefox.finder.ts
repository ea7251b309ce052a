import { access, constants, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runPowerShell } from '../platform/power-shell.ts';
import { runProgram } from '../platform/run-program.ts';
import { UserError, unlessMissing } from '../platform/errors.ts';
import type { Machine } from '../platform/config.ts';

/** Thrown if there is no Firefox that the agent can use. */
export class FirefoxUnusable extends UserError {}

/**
 * The oldest supported Firefox version. Before about version 134, navigation over WebDriver BiDi failed (Puppeteer issues 12929 and
 * 13441).
 */
export const oldestFirefox = 135;

export type FoundFirefox = { executable: string; version: string | null; major: number | null };

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
  } catch {
    return false;
  }
  // Node can't read what kind of file Firefox from the Microsoft Store is (a link under `WindowsApps`), but it isn't a folder.
  const isFolder = await stat(file).then(
    (about) => about.isDirectory(),
    () => false,
  );
  return !isFolder;
}

/**
 * A PowerShell script that prints the paths that Firefox's installer stored in the registry. The user's own installation comes before the
 * computer-wide one.
 */
const registeredFirefox = `
  foreach ($root in 'HKCU:', 'HKLM:') {
    $key = "$root\\SOFTWARE\\Mozilla\\Mozilla Firefox"
    $version = (Get-ItemProperty $key -ErrorAction SilentlyContinue).CurrentVersion
    if ($version) { (Get-ItemProperty "$key\\$version\\Main" -ErrorAction SilentlyContinue).PathToExe }
  }`;

async function windowsPlaces(machine: Machine, run: typeof runProgram): Promise<string[]> {
  const { stdout } = await runPowerShell(registeredFirefox, { run });
  return [
    ...stdout.split(/\r?\n/u).filter((line) => line !== ''),
    ...machine.programFolders.map((folder) => join(folder, 'Mozilla Firefox', 'firefox.exe')),
    join(machine.localAppData, 'Microsoft', 'WindowsApps', 'firefox.exe'),
  ];
}

function macPlaces(machine: Machine): string[] {
  const inside = 'Applications/Firefox.app/Contents/MacOS/firefox';
  return [join('/', inside), join(machine.home, inside)];
}

function linuxPlaces(machine: Machine): string[] {
  return [
    ...['firefox', 'firefox-esr'].flatMap((name) => machine.path.map((folder) => join(folder, name))),
    '/usr/lib/firefox/firefox',
    '/usr/lib/firefox-esr/firefox',
    '/usr/lib/firefox-esr/firefox-esr',
    '/usr/lib64/firefox/firefox',
    '/opt/firefox/firefox',
    '/snap/bin/firefox',
  ];
}

/**
 * Returns the paths at which Flatpak may have installed its launcher for Firefox. The agent can't use this launcher, because it isn't the
 * Firefox process itself, and because a Flatpak app can't access most folders.
 */
function flatpakPlaces(machine: Machine): string[] {
  if (machine.platform !== 'linux') return [];
  const roots = ['/var/lib/flatpak', join(machine.home, '.local', 'share', 'flatpak')];
  return roots.map((root) => join(root, 'exports', 'bin', 'org.mozilla.firefox'));
}

async function places(machine: Machine, run: typeof runProgram): Promise<string[]> {
  if (machine.platform === 'win32') return windowsPlaces(machine, run);
  return machine.platform === 'darwin' ? macPlaces(machine) : linuxPlaces(machine);
}

/** Returns Firefox's version, or null if it can't be read. On Windows, Firefox doesn't print its version, so this reads application.ini. */
export async function versionOf(executable: string, system: NodeJS.Platform): Promise<string | null> {
  if (system === 'win32') {
    const about = await unlessMissing(readFile(join(dirname(executable), 'application.ini'), 'utf8'), '');
    return /^Version=(\d\S*)/mu.exec(about)?.[1] ?? null;
  }
  const result = await runProgram(executable, ['--version']);
  return /Firefox\s+(\d+[\d.]*\w*)/u.exec(result.stdout)?.[1] ?? null;
}

/** Returns the program at the given path. On macOS, apps are folders, and the path may be an app's. */
function programAt(given: string, machine: Machine): string {
  return machine.platform === 'darwin' && given.endsWith('.app') ? join(given, 'Contents', 'MacOS', 'firefox') : given;
}

/**
 * Returns the Firefox at the given path or, if no path is given, the first Firefox found. Returns null if there is no Firefox that the
 * agent can start. Doesn't check the version.
 */
export async function findFirefox(
  machine: Machine,
  given: string | null,
  run: typeof runProgram = runProgram,
): Promise<FoundFirefox | null> {
  for (const executable of given === null ? await places(machine, run) : [programAt(given, machine)]) {
    if (flatpakPlaces(machine).includes(executable) || !(await isExecutable(executable))) continue;
    const version = await versionOf(executable, machine.platform);
    return { executable, version, major: version === null ? null : Number.parseInt(version, 10) };
  }
  return null;
}

/** Explains why no Firefox was found and what to do. */
export async function whyNoFirefox(machine: Machine, given: string | null): Promise<string> {
  const present = await Promise.all((given === null ? flatpakPlaces(machine) : [given]).map(isExecutable));
  if (present.includes(true)) {
    return "The agent can't use Firefox from Flatpak. Install another copy of Firefox from https://www.mozilla.org/firefox or from your system's packages.";
  }
  if (given !== null) return `There is no Firefox at ${given}. Correct the path in --firefox or FIREFOX.`;
  return "Couldn't find Firefox. Install it from https://www.mozilla.org/firefox, or set its path with --firefox.";
}

/** Like {@link findFirefox}, but throws {@link FirefoxUnusable} if no Firefox is found, or if the Firefox found is too old. */
export async function requireFirefox(machine: Machine, given: string | null): Promise<FoundFirefox> {
  const found = await findFirefox(machine, given);
  if (found === null) throw new FirefoxUnusable(await whyNoFirefox(machine, given));
  if (found.major !== null && found.major < oldestFirefox) {
    throw new FirefoxUnusable(
      `Firefox ${found.version ?? ''} is too old. Update it to version ${oldestFirefox} or newer.`,
    );
  }
  return found;
}
