import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';

/** The URL of a PostgreSQL server to use instead of the embedded database. The tests create and drop their own databases there. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'] ?? null;

const cacheFolder = process.env['NODE_COMPILE_CACHE'];

/** The environment variable that lets programs under test load their modules faster, if the test run has a cache of compiled modules. */
export const compileCache: Record<string, string> =
  cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: cacheFolder };

export const testConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  dataDir: join(tmpdir(), 'sandpiper-never-made'),
  databaseUrl: testDatabaseUrl,
  preparesStatements: true,
  adminUsername: 'admin',
  adminPassword: null,
  maxPerAccountPerDay: 150,
  requireAdminTwoFactor: false,
  // Tests make far more requests than people do.
  callLimitFactor: 100,
  maxConnections: 10_000,
  registration: 'open',
  trialDays: 14,
  termsUrl: null,
  privacyUrl: null,
  sessionIdleHours: 168,
  sessionMaxHours: 720,
  logLevel: 'silent',
  publicUrl: null,
  helpUrl: null,
  allowedOrigins: [],
  smtpUrl: null,
  mailFrom: null,
  mailTo: null,
  sandbox: false,
  instagramUrl: null,
  webDir: join(tmpdir(), 'sandpiper-never-made'),
  installerDir: join(tmpdir(), 'sandpiper-never-made'),
  pagePackFile: join(tmpdir(), 'sandpiper-never-made', 'page-pack.json'),
  secretKey: 'a secret for tests with at least 32 characters',
  otherSecretKeys: [],
  backupDir: join(tmpdir(), 'sandpiper-never-made', 'backups'),
  backupEveryHours: 0,
  backupKeep: 7,
  metricsToken: null,
  drainSeconds: 0,
  trustProxy: ['loopback'],
};
