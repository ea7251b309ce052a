import { homedir } from 'node:os';
import { capture } from './processes.ts';
import { canInstallDebianPackages, findProgram, installDebianPackages } from './programs.ts';
import { Failure, pathWithTools, pinnedNode } from '../bootstrap/project.mjs';

export type BrowserName = 'chromium' | 'firefox';

type Kind = { name: BrowserName; variable: string; debianPackage: string; places: string[] };

/** Lists the paths where a program may be installed on Windows. */
function inProgramFolders(program: string): string[] {
  const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => process.env[name]);
  return folders.flatMap((folder) => (folder === undefined ? [] : [`${folder}\\${program}`]));
}

const kinds: Kind[] = [
  {
    name: 'chromium',
    variable: 'CHROMIUM',
    // Chromium without windows. It renders the same pages but uses less CPU time.
    debianPackage: 'chromium-headless-shell',
    places: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/opt/google/chrome/chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ...inProgramFolders('Google\\Chrome\\Application\\chrome.exe'),
    ],
  },
  {
    name: 'firefox',
    variable: 'FIREFOX',
    debianPackage: 'firefox-esr',
    places: [
      'firefox',
      'firefox-esr',
      '/usr/lib/firefox-esr/firefox-esr',
      '/usr/lib/firefox/firefox',
      '/opt/firefox/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      `${homedir()}/Applications/Firefox.app/Contents/MacOS/firefox`,
      ...inProgramFolders('Mozilla Firefox\\firefox.exe'),
    ],
  },
];

function findInstalled(kind: Kind): string | undefined {
  const chosen = process.env[kind.variable];
  if (chosen === undefined || chosen === '') return findProgram(kind.places);
  const found = findProgram([chosen]);
  if (found === undefined) throw new Failure(`${kind.variable} is set to ${chosen}, which does not exist.`);
  return found;
}

async function findPlaywrightsOwn(kind: Kind): Promise<string | undefined> {
  const script = `import('@playwright/test').then((playwright) => console.log(playwright.${kind.name}.executablePath()))`;
  const { output } = await capture(pinnedNode, ['-e', script]);
  return findProgram([output.trim()]);
}

async function downloadWithPlaywright(kind: Kind): Promise<string | undefined> {
  const present = await findPlaywrightsOwn(kind);
  if (present !== undefined) return present;
  console.log(`Downloading Playwright's ${kind.name}…`);
  const env = { ...process.env, PATH: pathWithTools('e2e') };
  await capture('playwright', ['install', kind.name], { env, timeoutMs: 300_000, shell: process.platform === 'win32' });
  return findPlaywrightsOwn(kind);
}

async function provide(kind: Kind): Promise<string> {
  const found = findInstalled(kind) ?? (await downloadWithPlaywright(kind));
  if (found !== undefined) return found;
  throw new Failure(
    `${kind.name} was not found. Install it (Debian: apt-get install ${kind.debianPackage}) or set ${kind.variable} to its path.`,
  );
}

/**
 * Finds the browsers. Installs missing ones if installing is allowed. Downloads Playwright's version of any that are still missing. Returns
 * environment variables with the browsers' paths.
 */
export async function ensureBrowsers(names: BrowserName[] = ['chromium', 'firefox']): Promise<Record<string, string>> {
  const wanted = kinds.filter((kind) => names.includes(kind.name));
  const missing = wanted.filter((kind) => findInstalled(kind) === undefined);
  if (missing.length > 0 && canInstallDebianPackages()) {
    await installDebianPackages([...missing.map((kind) => kind.debianPackage), 'fonts-liberation']);
  }
  const variables: Record<string, string> = {};
  for (const kind of wanted) variables[kind.variable] = await provide(kind);
  return variables;
}
