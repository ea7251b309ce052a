import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@sandpiper/contract/client';
import type { Client } from '@sandpiper/contract/client';
import { memoryOf } from '@sandpiper/testkit/processes';
import { startProgram } from '@sandpiper/testkit/program';
import { readyUrl } from '@sandpiper/testkit/readiness';
import { inherited } from '../config.ts';

const entry = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const admin = { username: 'admin', password: 'measure me' };
export const callMs = 300_000;
const clockTickMs = 10;

export type ServerProcess = {
  url: string;
  /** The administrator's session token. */
  ownerToken: string;
  /** Returns a client that uses this token. Without a token, the client is anonymous. */
  client: (token?: string) => Client;
  /** The administrator's client. Administrators need no subscription. */
  owner: Client;
  /** Creates another user and returns a client that is signed in as them. */
  newUser: () => Promise<Client>;
  /** Returns the memory that the server uses, in bytes. */
  memory: () => Promise<number>;
  /** Returns the CPU time that the server has used so far, in milliseconds. Other programs affect it far less than they affect elapsed time. */
  processorMs: () => Promise<number>;
  stop: () => Promise<void>;
};

export type ServerPlace = { dataDir: string; databaseUrl: string | null };

/** Creates an empty data folder, and deletes it after `work`. */
export async function inDataFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandpiper-bench-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export type Extras = { imports?: readonly string[]; env?: Record<string, string> };

export async function startServer(
  { dataDir, databaseUrl }: ServerPlace,
  { imports = [], env = {} }: Extras = {},
): Promise<ServerProcess> {
  const program = startProgram('server', {
    args: ['--max-semi-space-size=8', ...imports.flatMap((file) => ['--import', file]), entry],
    ownGroup: false,
    env: {
      ...inherited,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
      SANDBOX: '1',
      CALL_LIMIT_FACTOR: '0',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  const url = await readyUrl(program);
  const client = (token: string | null = null) =>
    createClient({
      baseUrl: url,
      getToken: () => token,
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(callMs) }),
    });
  const tokenOf = async (body: typeof admin) => (await client()('POST /api/auth/login', { body })).token;
  const ownerToken = await tokenOf(admin);
  let users = 0;
  return {
    client,
    url,
    ownerToken,
    owner: client(ownerToken),
    newUser: async () => {
      users += 1;
      const body = { username: `visitor${users}-${Date.now()}`, password: 'measure me' };
      await client()('POST /api/auth/register', { body });
      return client(await tokenOf(body));
    },
    memory: () => memoryOf(program.pid),
    processorMs: async () => {
      const fields = (await readFile(`/proc/${program.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
    },
    stop: async () => {
      await program.stop();
    },
  };
}
