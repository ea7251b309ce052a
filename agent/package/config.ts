import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UserError } from '../src/platform/errors.ts';
import { isProtected, readAddress } from '../src/platform/address.ts';
import { installerKinds } from '@sandpiper/contract/installer';

/**
 * How to sign: with a certificate, which is a PKCS#12 file in base64, or with a command that signs the file given as its last
 * argument. Null: the build doesn't sign.
 */
export type Signing =
  | { certificate: string; password: string; timestampUrl: string | null }
  | { command: string }
  | null;

export type BuildConfig = {
  kinds: readonly (typeof installerKinds)[number][];
  /** The folder that the server offers downloads from. */
  outputDir: string;
  /** The cache folder for the Node packages that the Windows installer needs. */
  cacheDir: string;
  /** The server address to build in, or null if users enter it themselves. */
  server: string | null;
  /**
   * Whether to leave the Windows installer uncompressed. The build then takes seconds instead of a minute, but the file is four times as
   * large.
   */
  isQuick: boolean;
  signing: Signing;
};

const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
export const installerSources = inProject('agent/installer');

const options = {
  server: { type: 'string' },
  output: { type: 'string' },
  quick: { type: 'boolean' },
} as const;

function readLine(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('. ')[0] ?? '') : '';
    throw new UserError(`${text}. Options: --server URL, --output FOLDER, --quick.`);
  }
}

function readSigning(env: NodeJS.ProcessEnv): Signing {
  const command = env['WINDOWS_SIGN_COMMAND'] ?? '';
  if (command !== '') return { command };
  const certificate = env['WINDOWS_SIGN_CERTIFICATE'] ?? '';
  if (certificate === '') return null;
  return {
    certificate,
    password: env['WINDOWS_SIGN_PASSWORD'] ?? '',
    timestampUrl: env['WINDOWS_SIGN_TIMESTAMP_URL'] || null,
  };
}

function readServer(value: string): string {
  const server = readAddress(value, 'The server address');
  if (isProtected(server)) return server;
  throw new UserError(
    `Agents don't connect to ${server} because the connection would not be encrypted. Use an https:// address.`,
  );
}

/** Reads the build's command line and the environment variables for signing. */
export function readBuildConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): BuildConfig {
  const { values: line, positionals } = readLine(args);
  const unknown = positionals.find((name) => !installerKinds.some((kind) => kind === name));
  if (unknown !== undefined) {
    throw new UserError(`There is no kind of download called "${unknown}". Choose ${installerKinds.join(' or ')}.`);
  }
  return {
    kinds: installerKinds.filter((kind) => positionals.length === 0 || positionals.includes(kind)),
    outputDir: line.output ?? inProject('dist/installer'),
    cacheDir: inProject('.cache/agent-runtime'),
    server: line.server === undefined ? null : readServer(line.server),
    isQuick: line.quick ?? false,
    signing: readSigning(env),
  };
}

/** Returns the environment for running npm in another folder. Omits the variables that `npm run` set for this workspace. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^npm_(?!config_)|^npm_config_(workspaces?|include_workspace_root|local_prefix|prefix|dry_run|json)$/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
