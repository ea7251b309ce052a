import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@sandpiper/contract/client';
import type { Client } from '@sandpiper/contract/client';
import { inherited } from '../config.ts';

const entry = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const admin = { username: 'admin', password: 'measure me' };
const startMs = 120_000;
const callMs = 300_000;
const clockTickMs = 10;

/** A server in its own process. */
export type ServerProcess = {
  /** A caller with the token; anonymous without one. */
  client: (token?: string) => Client;
  /** Signed in as the administrator, whose subscription never ends. */
  owner: Client;
  /** Another user, signed in. */
  newUser: () => Promise<Client>;
  /** Memory in use now, in bytes. */
  memory: () => Promise<number>;
  /** Processor time used so far, in milliseconds. It depends far less on other programs than elapsed time. */
  processorMs: () => Promise<number>;
  stop: () => Promise<void>;
};

export type ServerPlace = { dataDir: string; databaseUrl: string | null };

/** An empty data folder, deleted when the work has ended. */
export async function inDataFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandpiper-bench-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function startServer({ dataDir, databaseUrl }: ServerPlace): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...inherited,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
      SANDBOX: '1',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  const ended = once(child, 'exit');
  const client = (token: string | null = null) =>
    createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      getToken: () => token,
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(callMs) }),
    });
  await untilReady(client(), () => child.exitCode !== null);
  const signIn = async (body: typeof admin) => client((await client()('POST /api/auth/login', { body })).token);
  let users = 0;
  return {
    client,
    owner: await signIn(admin),
    newUser: async () => {
      users += 1;
      const body = { username: `visitor${users}-${Date.now()}`, password: 'measure me' };
      await client()('POST /api/auth/register', { body });
      return signIn(body);
    },
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
    },
    processorMs: async () => {
      const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(call: Client, hasEnded: () => boolean): Promise<void> {
  const end = Date.now() + startMs;
  for (;;) {
    try {
      await call('GET /api/health');
      return;
    } catch (error) {
      if (hasEnded() || Date.now() > end) throw error;
      await setTimeout(100);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
