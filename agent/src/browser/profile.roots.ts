import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../platform/config.ts';

/** Two of Firefox's folders: `folder` contains a list of profiles, and `cache` contains the caches of those profiles. */
export type ProfileRoot = { folder: string; cache: string };

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

function candidates(machine: Machine): ProfileRoot[] {
  const { home } = machine;
  if (machine.platform === 'win32') {
    const store = join(machine.localAppData, 'Packages', 'Mozilla.Firefox_n80bbvh6b1yt2', 'LocalCache');
    return [
      { folder: join(machine.appData, 'Mozilla', 'Firefox'), cache: join(machine.localAppData, 'Mozilla', 'Firefox') },
      { folder: join(store, 'Roaming', 'Mozilla', 'Firefox'), cache: join(store, 'Local', 'Mozilla', 'Firefox') },
    ];
  }
  if (machine.platform === 'darwin') {
    const library = join(home, 'Library');
    return [{ folder: join(library, 'Application Support', 'Firefox'), cache: join(library, 'Caches', 'Firefox') }];
  }
  const cache = join(home, '.cache', 'mozilla', 'firefox');
  const confined = [join(home, 'snap', 'firefox', 'common'), join(home, '.var', 'app', 'org.mozilla.firefox')];
  return [
    { folder: join(home, '.mozilla', 'firefox'), cache },
    { folder: join(machine.configHome, 'mozilla', 'firefox'), cache },
    ...confined.flatMap((base) => [
      { folder: join(base, '.mozilla', 'firefox'), cache: join(base, '.cache', 'mozilla', 'firefox') },
      { folder: join(base, '.config', 'mozilla', 'firefox'), cache: join(base, '.cache', 'mozilla', 'firefox') },
    ]),
  ];
}

/** Returns the roots whose `folder` exists. There may be several, for example if Firefox was also installed with Snap. */
export async function profileRoots(machine: Machine): Promise<ProfileRoot[]> {
  const all = candidates(machine);
  const present = await Promise.all(all.map(({ folder }) => isFolder(folder)));
  return all.filter((_, index) => present[index] === true);
}

/** Returns the root in which Firefox would most likely create its next profile. */
export async function mainRoot(machine: Machine): Promise<ProfileRoot> {
  const all = candidates(machine);
  const fallback = machine.platform === 'linux' && !machine.legacyFirefoxHome ? all[1] : all[0];
  const first = (await profileRoots(machine))[0] ?? fallback;
  if (first === undefined) throw new Error('No folder for Firefox profiles was found on this system');
  return first;
}
