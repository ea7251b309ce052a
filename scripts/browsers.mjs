import { homedir } from 'node:os';
import { capture } from './processes.mjs';
import { canInstallDebianPackages, findProgram, installDebianPackages } from './programs.mjs';
import { Failure, pathWithTools, pinnedNode } from './project.mjs';

const kinds = [
  {
    name: 'chromium',
    variable: 'CHROMIUM',
    debianPackage: 'chromium',
    places: [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/opt/google/chrome/chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
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
    ],
  },
];

function findInstalled(kind) {
  const chosen = process.env[kind.variable];
  if (chosen === undefined || chosen === '') return findProgram(kind.places);
  const found = findProgram([chosen]);
  if (found === undefined) throw new Failure(`${kind.variable} is set to ${chosen}, but there is no such program.`);
  return found;
}

async function playwrightsOwn(kind) {
  const script = `import('@playwright/test').then((playwright) => console.log(playwright.${kind.name}.executablePath()))`;
  const { output } = await capture(pinnedNode, ['-e', script]);
  return findProgram([output.trim()]);
}

async function downloadWithPlaywright(kind) {
  const there = await playwrightsOwn(kind);
  if (there !== undefined) return there;
  console.log(`Downloading ${kind.name} (Playwright's)…`);
  const env = { ...process.env, PATH: pathWithTools('e2e') };
  await capture('playwright', ['install', kind.name], { env, timeoutMs: 300_000, shell: process.platform === 'win32' });
  return playwrightsOwn(kind);
}

async function provide(kind) {
  const found = findInstalled(kind) ?? (await downloadWithPlaywright(kind));
  if (found !== undefined) return found;
  throw new Failure(
    `The tests need ${kind.name}, and none was found: install it (Debian: apt-get install ${kind.debianPackage}) or set ${kind.variable} to its path.`,
  );
}

/** Finds the browsers, installing what is missing where this may be done; answers the variables that name them. */
export async function ensureBrowsers(names = ['chromium', 'firefox']) {
  const wanted = kinds.filter((kind) => names.includes(kind.name));
  const missing = wanted.filter((kind) => findInstalled(kind) === undefined);
  if (missing.length > 0 && canInstallDebianPackages()) {
    await installDebianPackages([...missing.map((kind) => kind.debianPackage), 'fonts-liberation']);
  }
  const variables = {};
  for (const kind of wanted) variables[kind.variable] = await provide(kind);
  return variables;
}
