import { join } from 'node:path';
import { freePort } from '@sandpiper/testkit/ports';
import { memoryOf } from '@sandpiper/testkit/processes';
import { startProgram } from '@sandpiper/testkit/program';
import { untilAnswers } from '@sandpiper/testkit/readiness';
import { serverBundle } from '../../../scripts/system/server-bundle.ts';
import { inherited } from '../config.ts';
import { endWithUs } from './children.ts';

/**
 * How long a server keeps serving requests before it stops. This is longer than the balancer takes to notice that the server is
 * no longer ready.
 */
const drainSeconds = '3';
const keptCharacters = 100_000;

export type NodeOptions = {
  name: string;
  folder: string;
  databaseUrl: string;
  /** Additional environment variables for the server, such as SANDBOX. */
  settings: Record<string, string>;
};

/** One of the cluster's server processes. It can be stopped, started again, frozen and thawed. */
export type ServerNode = {
  name: string;
  port: number;
  url: string;
  /** Starts the server on its port and waits until it answers. */
  start: () => Promise<void>;
  /** Asks the server to exit, and waits until it has exited. */
  stop: () => Promise<void>;
  freeze: () => void;
  thaw: () => void;
  hasEnded: () => boolean;
  /** Returns the memory that the server uses, in bytes. */
  memory: () => Promise<number>;
  /** Returns what the server has printed since it was last started. */
  output: () => string;
};

export async function startNode({ name, folder, databaseUrl, settings }: NodeOptions): Promise<ServerNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...inherited,
    PORT: String(port),
    DATA_DIR: join(folder, name),
    // The database shows each connection's application name, which tells the servers' connections apart.
    DATABASE_URL: `${databaseUrl}?application_name=${name}`,
    SECRET_KEY: 'a key that all servers of a drill share',
    ADMIN_PASSWORD: 'for a drill only',
    LOG_LEVEL: 'error',
    // Turns off the call limits, because drills make far more calls than people do.
    CALL_LIMIT_FACTOR: '0',
    DRAIN_SECONDS: drainSeconds,
    ...settings,
  };
  const launch = () => {
    const started = startProgram(name, { args: [serverBundle], env, keptCharacters, ownGroup: false });
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
    memory: () => memoryOf(program.pid),
    output: () => program.output(),
  };
}
