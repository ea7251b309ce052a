import { createApp } from '../../../server/src/app.ts';
import type { App } from '../../../server/src/platform/app-context.ts';
import type { Config } from '../../../server/src/platform/config.ts';
import { createLogger } from '../../../server/src/platform/log.ts';
import { createSweep } from '../../../server/src/sweep.ts';
import type { Sweep } from '../../../server/src/sweep.ts';
import { testConfig } from '../../../server/src/testing/config.ts';
import type { Store } from '../database/store.ts';
import { fixedKeys } from '../../../server/src/platform/secrets/server-keys.ts';

export type Server = {
  number: number;
  app: App;
  sweep: Sweep;
  /** The last error that occurred during a call or a sweep. Null if there was none. */
  lastError: Error | null;
};

export type Servers = {
  all: Server[];
  /** Sets the listener that is called whenever a server waits for its data to reach the disk. */
  onSync: (listener: () => Promise<void>) => void;
  /** Sets the servers' own daily limit per account. */
  limitPerDay: (most: number) => void;
  close: () => Promise<void>;
};

/** Creates the real servers, each with its own database connections. They don't listen on a port: calls are passed to them directly. */
export async function openServers(store: Store): Promise<Servers> {
  const config: Config = {
    ...testConfig,
    databaseUrl: store.kind === 'embedded' ? null : 'set',
  };
  let synced: () => Promise<void> = () => Promise.resolve();
  const all: Server[] = [];
  for (const [number, { db }] of store.servers.entries()) {
    const app = await createApp({
      config,
      log: createLogger('silent'),
      database: {
        db,
        eventsPools: null,
        disk: {
          syncCommits: () => synced(),
          syncTables: () => Promise.resolve(),
          requireSpaceForCheckpoint: () => Promise.resolve(),
        },
      },
      keys: fixedKeys(config.secretKey ?? ''),
    });
    const server: Server = { number, app, sweep: createSweep(app, () => Promise.resolve()), lastError: null };
    app.http.addHook('onError', (_request, _reply, error, done) => {
      server.lastError = error;
      done();
    });
    await app.http.ready();
    all.push(server);
  }
  return {
    all,
    onSync: (listener) => {
      synced = listener;
    },
    limitPerDay: (most) => {
      config.maxPerAccountPerDay = most;
    },
    close: async () => {
      for (const { app } of all) await app.http.close();
    },
  };
}

/** Simulates a restart of the server's process: everything that its sweep kept in memory is lost. */
export function restart(server: Server): void {
  server.sweep = createSweep(server.app, () => Promise.resolve());
}
