import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A separate Windows installation: a Wine prefix in a temporary folder, without a display. */
export type Wine = {
  /** The path to drive C on this machine. */
  drive: string;
  /** The user's folder on drive C, such as `users/somebody`. */
  userFolder: string;
  /** Runs a program and waits until it exits. Its path may be a Windows path or one on this machine. Kills it after two minutes. */
  run: (program: string, ...args: string[]) => Promise<{ code: number | null; output: string }>;
  /** Starts a program without waiting for it. `ended` resolves with its exit code. */
  start: (program: string, ...args: string[]) => { ended: Promise<number | null> };
  /** Lists everything in the user's folder, except folders named Temp. Paths are relative. */
  userFiles: () => Promise<string[]>;
  close: () => Promise<void>;
};

const timeoutMs = 120_000;

function find(names: readonly string[]): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = names.flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))));
  const found = places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined)
    throw new Error('Testing the installer needs Wine. Install it (Debian: apt-get install wine64) and try again.');
  return found;
}

const exitCodeOf = async (child: ChildProcess): Promise<number | null> => {
  await once(child, 'close');
  return child.exitCode;
};

export async function startWine(variables: Record<string, string>): Promise<Wine> {
  const wine = find(['/usr/lib/wine/wine64', 'wine64', 'wine']);
  const server = find(['/usr/lib/wine/wineserver64', 'wineserver64', 'wineserver']);
  const folder = await mkdtemp(join(tmpdir(), 'sandpiper-wine-'));
  const drive = join(folder, 'prefix', 'drive_c');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...variables,
    HOME: join(folder, 'home'),
    WINEPREFIX: join(folder, 'prefix'),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // Turn off .NET and the browser component, which Wine would offer to download. Also keep Wine from adding menu entries.
    WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
  };
  delete env['DISPLAY'];
  delete env['WAYLAND_DISPLAY'];
  await mkdir(join(folder, 'home'));

  let runs = 0;
  // The output goes to files, because Node in Wine can't write to this machine's pipes.
  const begin = async (program: string, args: string[], timeout?: number) => {
    const file = join(folder, `output-${(runs += 1)}.txt`);
    const output = await open(file, 'w');
    const child = spawn(wine, [program, ...args], {
      env,
      stdio: ['ignore', output.fd, output.fd],
      ...(timeout === undefined ? {} : { timeout, killSignal: 'SIGKILL' }),
    });
    const ended = exitCodeOf(child).finally(() => void output.close());
    return { ended, said: () => readFile(file, 'utf8') };
  };
  const run: Wine['run'] = async (program, ...args) => {
    const { ended, said } = await begin(program, args, timeoutMs);
    const code = await ended;
    return { code, output: (await said()).replaceAll('\r', '') };
  };
  const close = async (): Promise<void> => {
    await exitCodeOf(spawn(server, ['-k'], { env, stdio: 'ignore' }));
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  };

  const made = await run('wineboot', '--init');
  if (made.code !== 0) throw new Error(`Wine did not start: ${made.output}`);
  const user = (await readdir(join(drive, 'users'))).find((name) => name !== 'Public') ?? '';
  return {
    drive,
    userFolder: join('users', user),
    run,
    start: (program, ...args) => ({ ended: begin(program, args).then(({ ended }) => ended) }),
    userFiles: async () =>
      (await readdir(join(drive, 'users', user), { recursive: true }))
        .filter((path) => !/(^|[/])Temp([/]|$)/u.test(path))
        .toSorted(),
    close,
  };
}

/** Sets the Windows version that Wine reports. */
export async function setWindowsVersion(wine: Wine, version: 'win7' | 'win10'): Promise<void> {
  await wine.run('reg', 'add', String.raw`HKCU\Software\Wine`, '/v', 'Version', '/d', version, '/f');
}

/** Returns the entries under this key in `HKCU\Software` as text. The text is empty if the key doesn't exist. */
export async function registry(wine: Wine, key: string): Promise<string> {
  const { code, output } = await wine.run('reg', 'query', `HKCU\\Software\\${key}`, '/s');
  return code === 0 ? output : '';
}
