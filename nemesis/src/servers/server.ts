import { createApp } from '../../../server/src/app.ts';
import type { App } from '../../../server/src/platform/app-context.ts';
import type { Config } from '../../../server/src/platform/config.ts';
import { createLogger } from '../../../server/src/platform/log.ts';
import { createSweep } from '../../../server/src/sweep.ts';
import type { Sweep } from '../../../server/src/sweep.ts';
import { testConfig } from '../../../server/src/testing/config.ts';
import type { Store } from '../database/store.ts';

/** Few, so that histories meet it. */
export const mostPerDay = 6;

export type Server = {
  number: number;
  app: App;
  sweep: Sweep;
  /** What last went wrong in a call. */
  lastError: Error | null;
};

export type Servers = {
  all: Server[];
  /** Told whenever a server waits until what it stored is on the disk. */
  onSync: (listener: () => Promise<void>) => void;
  close: () => Promise<void>;
};

/** The real servers, each with connections of its own, without a port: calls are handed to them. */
export async function openServers(store: Store): Promise<Servers> {
  const config: Config = {
    ...testConfig,
    maxPerAccountPerDay: mostPerDay,
    databaseUrl: store.kind === 'embedded' ? null : 'set',
  };
  let synced: () => Promise<void> = () => Promise.resolve();
  const all: Server[] = [];
  for (const [number, { db }] of store.servers.entries()) {
    const app = await createApp({
      config,
      log: createLogger('silent'),
      database: { db, eventsPool: null, disk: { syncCommits: () => synced(), syncTables: () => Promise.resolve() } },
      secret: config.secretKey ?? '',
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
    close: async () => {
      for (const { app } of all) await app.http.close();
    },
  };
}

/** The process has ended and another one runs: what it kept in its memory is gone. */
export function restart(server: Server): void {
  server.sweep = createSweep(server.app, () => Promise.resolve());
}
