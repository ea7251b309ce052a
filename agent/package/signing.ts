import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Signing } from './config.ts';
import { run } from './programs.ts';

const program = fileURLToPath(new URL('./sign.cli.ts', import.meta.url));
const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ');

/**
 * Returns the command that signs the file given as its last argument, or null if the build doesn't sign. Writes the certificate and
 * its password to `folder`, which must be private, because a password on a command line would show in the process list.
 */
export async function signCommand(signing: Signing, folder: string): Promise<string | null> {
  if (signing === null) return null;
  if ('command' in signing) return signing.command;
  const certificate = join(folder, 'certificate.p12');
  const password = join(folder, 'password');
  await writeFile(certificate, Buffer.from(signing.certificate, 'base64'), { mode: 0o600 });
  await writeFile(password, signing.password, { mode: 0o600 });
  return quoted([process.execPath, program, certificate, password, signing.timestampUrl ?? '']);
}

/** Signs a Windows program in place. */
export async function signFile(
  file: string,
  certificate: string,
  password: string,
  timestampUrl: string,
): Promise<void> {
  const signed = `${file}.signed`;
  const timestamp = timestampUrl === '' ? [] : ['-ts', timestampUrl];
  const key = ['-pkcs12', certificate, '-readpass', password];
  try {
    await run(
      'osslsigncode',
      ['sign', ...key, '-h', 'sha256', '-n', 'Sandpiper Agent', ...timestamp, '-in', file, '-out', signed],
      {
        ifMissing: 'Signing needs osslsigncode. Install it (Debian: apt-get install osslsigncode) and try again.',
      },
    );
    await rename(signed, file);
  } finally {
    await rm(signed, { force: true });
  }
}

export async function signWith(command: string | null, file: string): Promise<void> {
  if (command !== null) await run(`${command} ${quoted([file])}`, [], { shell: true });
}
