import type { FastifyInstance } from 'fastify';
import type { ApiKey } from '@sandpiper/contract/api';
import type { Logger } from 'pino';
import type { FindSession } from './access/access.store.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Maintenance } from './database/maintenance.ts';
import type { CallLimits } from './http/call-limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Events } from './realtime/events.ts';
import type { PersonKeys } from './secrets/person-keys.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** The context that every feature receives. */
export type App = {
  config: Config;
  http: FastifyInstance;
  db: Database;
  findSession: FindSession;
  /**
   * Waits until everything committed so far would survive a power failure. A database server ensures this at each commit, but the embedded
   * database doesn't. Don't call this inside a transaction, because the embedded database has only one connection.
   */
  syncToDisk: () => Promise<void>;
  /** Null for a database server, which maintains itself. */
  maintenance: Maintenance | null;
  log: Logger;
  events: Events;
  metrics: Metrics;
  secrets: SecretBox;
  personKeys: PersonKeys;
  /** The key for hashing the IP addresses and names for which attempts are counted. It isn't stored in the database. */
  attemptKey: Buffer;
  callLimits: CallLimits;
  /** Null if the operator hasn't set up a mail server. */
  mailer: Mailer | null;
  /** The contract's API calls that already have a handler. */
  boundCalls: Set<ApiKey>;
};
