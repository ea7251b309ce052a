import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type BrowserContext } from '@playwright/test';
import { createDatabase, type OwnDatabase } from '@sandpiper/testkit/databases';
import { killProcessesIn } from '@sandpiper/testkit/folder-processes';
import type { Program } from '@sandpiper/testkit/program';
import { freePort } from '@sandpiper/testkit/ports';
import { readyUrl } from '@sandpiper/testkit/readiness';
import { sandboxAt, type SandboxControl } from '@sandpiper/testkit/sandbox-control';
import { databaseUrl, firefox, preparedDataDir } from './config.ts';
import { signIn, type Person } from '@sandpiper/testkit/people';
import { startProgram, type TestProgramOptions } from './program.ts';
import { admin, startServerProgram } from './server-program.ts';

/**
 * The server, the sandbox and the agent as real programs. Their data is in one folder and, in a run on PostgreSQL, in a database. Both are
 * deleted when the stack ends.
 */
export type Stack = {
  folder: string;
  /** The folder for the accounts' Firefox profiles. */
  profilesDir: string;
  /** Starts the server and waits until it is ready. If the server is started again, it has the same URL and data. */
  startServer: (env?: Record<string, string>) => Promise<{ url: string; program: Program }>;
  startSandbox: () => Promise<SandboxControl>;
  startAgent: (options: AgentOptions) => Program;
  /** Starts any other program. It is stopped together with the stack. */
  start: (name: string, options: TestProgramOptions) => Program;
};

export type AgentOptions = {
  server: string;
  sandbox: SandboxControl;
  token?: string;
  /** The X11 display for Firefox's windows. By default, Firefox runs headless. */
  display?: string;
  /** Simulates a separate computer: the agent's data and the Firefox profiles are in a folder with this name. */
  computer?: string;
};

type Running = Stack & { end: () => Promise<void>; programs: Program[] };

function createStack(): Running {
  const folder = mkdtempSync(join(tmpdir(), 'sandpiper-e2e-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  const programs: Program[] = [];
  let database: OwnDatabase | null = null;
  let port: number | null = null;

  function start(name: string, options: TestProgramOptions): Program {
    const program = startProgram(name, { ...options, env: { HOME: home, TMPDIR: folder, ...options.env } });
    programs.push(program);
    return program;
  }

  async function startServer(env: Record<string, string> = {}) {
    if (databaseUrl !== null) database ??= await createDatabase(databaseUrl);
    const dataDir = join(folder, 'server');
    if (preparedDataDir !== null && !existsSync(dataDir)) cpSync(preparedDataDir, dataDir, { recursive: true });
    port ??= await freePort();
    return startServerProgram(start, {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url ?? '',
      ...env,
    });
  }

  async function startSandbox(): Promise<SandboxControl> {
    return sandboxAt(await readyUrl(start('sandbox', { args: ['sandbox/src/main.ts', '--port', '0'] })));
  }

  function startAgent({ server, sandbox, token, display, computer = '' }: AgentOptions): Program {
    const place = ['--server', server, '--instagram-url', sandbox.url, '--data-dir', join(folder, computer, 'agent')];
    const browser = ['--profiles-dir', join(folder, computer, 'firefox'), '--max-windows', '3'];
    const optional = [
      ...(token === undefined ? [] : ['--token', token]),
      ...(firefox === null ? [] : ['--firefox', firefox]),
      ...(display === undefined ? ['--headless'] : []),
    ];
    return start('agent', {
      args: ['agent/src/main.ts', ...place, ...browser, ...optional],
      env: display === undefined ? {} : { DISPLAY: display },
    });
  }

  async function end(): Promise<void> {
    for (const program of programs.toReversed()) await program.stop();
    await killProcessesIn(folder);
    await database?.drop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  return {
    folder,
    profilesDir: join(folder, 'firefox'),
    startServer,
    startSandbox,
    startAgent,
    start,
    end,
    programs,
  };
}

/**
 * Makes the browser report that its data saver is on. Otherwise, the app would prefetch all other screens ten seconds after a page has
 * opened, which takes more processor time than opening the page.
 */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const connection: unknown = Reflect.get(navigator, 'connection');
    if (connection instanceof Object) Reflect.defineProperty(connection, 'saveData', { value: true });
  });
}

/** The server that each worker process starts once, for all of its journeys that start no other programs. */
export type SharedServer = { url: string; admin: Person };

export const test = base.extend<{ stack: Stack }, { shared: SharedServer }>({
  context: async ({ context }, use) => {
    await saveData(context);
    await use(context);
  },
  stack: async ({ browserName: _browserName }, use, testInfo) => {
    const stack = createStack();
    await use(stack);
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    await stack.end();
    if (!hasFailed) return;
    for (const [index, program] of stack.programs.entries()) {
      const path = testInfo.outputPath(`${index + 1}-${program.name}.txt`);
      writeFileSync(path, program.output());
      await testInfo.attach(`output of ${program.name}`, { path, contentType: 'text/plain' });
    }
  },
  shared: [
    async ({ browserName: _browserName }, use) => {
      const stack = createStack();
      try {
        const { url } = await stack.startServer();
        await use({ url, admin: await signIn(url, admin) });
      } finally {
        await stack.end();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
export { expect } from '@playwright/test';
