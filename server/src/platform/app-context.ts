import type { FastifyInstance } from 'fastify';
import type { ApiKey } from '@sandpiper/contract/api';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Events } from './realtime/events.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** What every feature is given. */
export type App = {
  config: Config;
  http: FastifyInstance;
  db: Database;
  /**
   * Waits until everything committed so far survives a power cut. A database server sees to that at each commit; the
   * embedded one does not. Not to be called inside a transaction: the embedded database has one connection.
   */
  syncToDisk: () => Promise<void>;
  log: Logger;
  events: Events;
  secrets: SecretBox;
  /** The calls of the contract that have a handler. */
  boundCalls: Set<ApiKey>;
};
