import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@sandpiper/testkit/ports';
import { startProgram } from '@sandpiper/testkit/program';
import { untilAnswers } from '@sandpiper/testkit/readiness';
import { inherited } from '../config.ts';
import { endWithUs } from './children.ts';

const entry = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
/** Longer than the balancer takes to notice that a server is no longer ready. */
const drainSeconds = '3';
const keptCharacters = 100_000;

export type NodeOptions = {
  name: string;
  folder: string;
  databaseUrl: string;
  /** More settings for the server, such as SANDBOX. */
  settings: Record<string, string>;
};

/** One of several server processes. It can be stopped, started again, frozen and thawed. */
export type ServerNode = {
  name: string;
  port: number;
  url: string;
  /** Starts it on the same port and waits until it answers. */
  start: () => Promise<void>;
  /** Asks it to end, and waits until it has. */
  stop: () => Promise<void>;
  freeze: () => void;
  thaw: () => void;
  hasEnded: () => boolean;
  /** Returns the memory in use, in bytes. */
  memory: () => Promise<number>;
  /** Returns what it has printed since its last start. */
  output: () => string;
};

export async function startNode({ name, folder, databaseUrl, settings }: NodeOptions): Promise<ServerNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...inherited,
    PORT: String(port),
    DATA_DIR: join(folder, name),
    // Shows in the database which connection belongs to which server.
    DATABASE_URL: `${databaseUrl}?application_name=${name}`,
    SECRET_KEY: 'a key that all servers of a drill share',
    ADMIN_PASSWORD: 'for a drill only',
    LOG_LEVEL: 'error',
    // Here, a thousand people call from one address.
    CALL_LIMIT_FACTOR: '0',
    DRAIN_SECONDS: drainSeconds,
    ...settings,
  };
  const launch = () => {
    const started = startProgram(name, { args: [entry], env, keptCharacters, ownGroup: false });
    endWithUs(started);
    return started;
  };
  let program = launch();
  await untilAnswers(program, `${url}/api/ready`);
  return {
    name,
    port,
    url,
    start: async () => {
      program = launch();
      await untilAnswers(program, `${url}/api/ready`);
    },
    stop: async () => {
      await program.stop();
    },
    freeze: () => process.kill(program.pid, 'SIGSTOP'),
    thaw: () => process.kill(program.pid, 'SIGCONT'),
    hasEnded: () => program.hasEnded(),
    memory: async () => {
      const status = await readFile(`/proc/${program.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
    },
    output: () => program.output(),
  };
}
