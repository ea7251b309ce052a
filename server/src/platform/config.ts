import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { registrationModes } from '@sandpiper/contract/registration-modes';
import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import { trustedProxiesSchema } from './http/trusted-proxies.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import { OperatorError } from './operator-error.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const flagText = z
  .enum(['1', 'true', 'yes', '0', 'false', 'no', ''], 'must be 1 or 0')
  .transform((value) => ['1', 'true', 'yes'].includes(value));
const flag = flagText.default(false);

function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);
}

function urlWith(protocols: string[]) {
  return z.string().refine(
    (value) => {
      const url = URL.parse(value);
      return url !== null && protocols.includes(url.protocol);
    },
    {
      error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    },
  );
}

/**
 * Returns the URL in its normal form if a page can link to it: an HTTP address, or a path on the page's own host. Returns null for anything
 * else.
 */
function linkOf(value: string): string | null {
  const isPath = /^\/(?![\\/])/.test(value);
  const url = URL.parse(value, isPath ? 'http://localhost' : undefined);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return isPath ? url.href.slice(url.origin.length) : url.href;
}

const linkSchema = z
  .string()
  .trim()
  .transform(linkOf)
  .refine(
    (link) => link !== null,
    'must be an address that begins with http:// or https://, or a path that begins with one /',
  );

export const specialCharacters =
  'In its username and password, write special characters as codes: # as %23, / as %2F, ? as %3F, % as %25';

/** Returns a schema for the address of a database or mail server. The address may contain a username and a password. */
function serverAddress(protocols: string[]) {
  const beginning = new RegExp(`^(${protocols.join('|')})//`, 'i');
  return z
    .string()
    .regex(beginning, {
      error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    })
    .refine(URL.canParse, `is not a valid address. ${specialCharacters}`);
}

/** Returns why an address isn't an origin, or null if it is one. */
function originProblem(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return "doesn't begin with http:// or https://";
  return url.href === `${url.origin}/` ? null : 'contains more than the host and the port';
}

const originsSchema = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .superRefine((origins, context) => {
    const refused = origins.find((origin) => originProblem(origin) !== null);
    if (refused === undefined) return;
    const message = `must be origins such as https://app.example.com, separated by commas, but "${refused}" ${originProblem(refused)}`;
    context.addIssue({ code: 'custom', message });
  })
  .transform((origins) => origins.map((origin) => new URL(origin).origin));

const shortestKey = 32;

const otherKeysSchema = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => key.length >= shortestKey),
    `must be keys of at least ${shortestKey} characters, separated by commas`,
  );

const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: serverAddress(['postgres:', 'postgresql:']).optional(),
  PREPARED_STATEMENTS: flagText.default(true),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .min(3, 'must have at least 3 characters')
    .max(64, 'must have at most 64 characters')
    .default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'must have at least 6 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
  REQUIRE_ADMIN_TWO_FACTOR: flag,
  REGISTRATION: z.enum(registrationModes, `must be one of ${registrationModes.join(', ')}`).default('open'),
  TRIAL_DAYS: wholeNumber(0, 36_500).default(14),
  SESSION_IDLE_HOURS: wholeNumber(1, 87_600).default(168),
  SESSION_MAX_HOURS: wholeNumber(1, 87_600).default(720),
  MAX_PER_ACCOUNT_PER_DAY: wholeNumber(1, 100_000).default(150),
  CALL_LIMIT_FACTOR: wholeNumber(0, 1000).default(1),
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000).default(10_000),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  PUBLIC_URL: urlWith(['http:', 'https:'])
    .refine(
      (value) => URL.parse(value)?.href === `${originOf(value)}/`,
      'must end with the host or the port, as in https://sandpiper.example.com',
    )
    .optional(),
  HELP_URL: urlWith(['http:', 'https:']).optional(),
  ALLOWED_ORIGINS: originsSchema.default([]),
  SMTP_URL: serverAddress(['smtp:', 'smtps:'])
    .refine((value) => URL.parse(value)?.hostname !== '', 'must name the mail server, as in smtp://mail.example.com')
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'must be only an email address, such as sandpiper@example.com')
    .optional(),
  MAIL_TO: z
    .string()
    .regex(/[^\s@<>,;"]@[^\s@<>,;"]/, 'must be an email address')
    .optional(),
  TERMS_URL: linkSchema.optional(),
  PRIVACY_URL: linkSchema.optional(),
  SANDBOX: flag,
  SANDBOX_INSTAGRAM_URL: urlWith(['http:', 'https:']).optional(),
  WEB_DIR: z.string().default(fileURLToPath(new URL('../../../web/build/client', import.meta.url))),
  INSTALLER_DIR: z.string().default(fileURLToPath(new URL('../../../dist/installer', import.meta.url))),
  PAGE_PACK_FILE: z.string().optional(),
  SECRET_KEY: z.string().min(shortestKey, `must have at least ${shortestKey} characters`).optional(),
  OTHER_SECRET_KEYS: otherKeysSchema.default([]),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY_HOURS: wholeNumber(0, 8760).default(24),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must have at least 16 characters and no spaces')
    .optional(),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  TRUST_PROXY: trustedProxiesSchema.default(['loopback']),
});

/** The server's settings. docs/operations.md explains each one. */
export type Config = {
  host: string;
  port: number;
  dataDir: string;
  /** The URL of a PostgreSQL database. If null, the server uses the embedded database in the data folder. */
  databaseUrl: string | null;
  /** Whether connections to `databaseUrl` prepare statements and keep their plans. */
  preparesStatements: boolean;
  adminUsername: string;
  /** The first administrator's password. If null, one is generated at the first start. */
  adminPassword: string | null;
  /** Whether administrators have to set up two-factor sign-in before they can do almost anything else. */
  requireAdminTwoFactor: boolean;
  /** Who may register, unless an administrator has changed this in the web app. */
  registration: RegistrationMode;
  /** The length of the trial for people who register. 0 means no trial. */
  trialDays: number;
  /** The time after which an unused session expires. An open browser tab keeps its session in use. */
  sessionIdleHours: number;
  /** The time after sign-in at which a session expires, even if it is in use. */
  sessionMaxHours: number;
  /** The maximum number of messages that an account may send in 24 hours. */
  maxPerAccountPerDay: number;
  /** Multiplies the limits on calls, but not those on wrong passwords and codes. 0 turns the limits on calls off. */
  callLimitFactor: number;
  /** The maximum number of open connections per process. */
  maxConnections: number;
  logLevel: (typeof logLevels)[number];
  /**
   * The server's public URL, without a trailing slash. If null, the server uses the request's own origin where there is one, and can't
   * email users.
   */
  publicUrl: string | null;
  /** The operator's own help page for users. */
  helpUrl: string | null;
  /** The origins of other servers. Their pages may call this server, and this server's pages may call them. */
  allowedOrigins: readonly string[];
  smtpUrl: string | null;
  /** The email address that the server sends email from. If null, it is derived from `smtpUrl`. */
  mailFrom: string | null;
  /** The email address that contact messages are forwarded to. If null, they go to the address that the server sends email from. */
  mailTo: string | null;
  /** The URLs, or paths on the server's own address, of the terms of service and the privacy policy. If null, nothing links to them. */
  termsUrl: string | null;
  privacyUrl: string | null;
  /** Whether delays are divided by 100 and agents are kept away from the real Instagram. */
  sandbox: boolean;
  /** In sandbox mode, the origin of the server that imitates Instagram, if it is known. Otherwise null. */
  instagramUrl: string | null;
  webDir: string;
  installerDir: string;
  /** The path to the signed page pack that is offered to agents. The file doesn't have to exist. */
  pagePackFile: string;
  /** The encryption key. If null, a key file in the data folder is used. */
  secretKey: string | null;
  /** Additional keys for decryption: earlier keys, and a new key that other processes may already be using. */
  otherSecretKeys: readonly string[];
  /** The folder for backups of the embedded database. */
  backupDir: string;
  /** The number of hours between automatic backups. 0 means no automatic backups. */
  backupEveryHours: number;
  /** The number of backups to keep in `backupDir`. */
  backupKeep: number;
  /** The token required for reading the metrics. If null, only programs on the server's computer may read them. */
  metricsToken: string | null;
  /** How many seconds a stopping server keeps responding, so that load balancers notice that it is no longer ready. */
  drainSeconds: number;
  /** The proxies that are trusted to report the client's address. */
  trustProxy: TrustedProxies;
};

export const settingNames = Object.keys(environmentSchema.shape);

function originOf(url: string | undefined): string | null {
  return url === undefined ? null : new URL(url).origin;
}

/** Reads the settings from environment variables. If a value is invalid, throws an error whose one-line message names the variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new OperatorError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const values = parsed.data;
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    preparesStatements: values.PREPARED_STATEMENTS,
    adminUsername: values.ADMIN_USERNAME,
    adminPassword: values.ADMIN_PASSWORD ?? null,
    requireAdminTwoFactor: values.REQUIRE_ADMIN_TWO_FACTOR,
    registration: values.REGISTRATION,
    trialDays: values.TRIAL_DAYS,
    sessionIdleHours: values.SESSION_IDLE_HOURS,
    sessionMaxHours: values.SESSION_MAX_HOURS,
    maxPerAccountPerDay: values.MAX_PER_ACCOUNT_PER_DAY,
    callLimitFactor: values.CALL_LIMIT_FACTOR,
    maxConnections: values.MAX_CONNECTIONS,
    logLevel: values.LOG_LEVEL,
    publicUrl: originOf(values.PUBLIC_URL),
    helpUrl: values.HELP_URL ?? null,
    allowedOrigins: values.ALLOWED_ORIGINS,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? null,
    mailTo: values.MAIL_TO ?? null,
    termsUrl: values.TERMS_URL ?? null,
    privacyUrl: values.PRIVACY_URL ?? null,
    sandbox: values.SANDBOX,
    instagramUrl: values.SANDBOX ? originOf(values.SANDBOX_INSTAGRAM_URL) : null,
    webDir: resolve(values.WEB_DIR),
    installerDir: resolve(values.INSTALLER_DIR),
    pagePackFile: resolve(values.PAGE_PACK_FILE ?? join(values.DATA_DIR, 'page-pack.json')),
    secretKey: values.SECRET_KEY ?? null,
    otherSecretKeys: values.OTHER_SECRET_KEYS,
    backupDir: resolve(values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups')),
    backupEveryHours: values.BACKUP_EVERY_HOURS,
    backupKeep: values.BACKUP_KEEP,
    metricsToken: values.METRICS_TOKEN ?? null,
    drainSeconds: values.DRAIN_SECONDS,
    trustProxy: values.TRUST_PROXY,
  };
}
