import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import { systemCodeOf } from './errors.ts';

export type LogFileOptions = { maxBytes?: number; keep?: number; secrets?: readonly string[] };

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** The file itself goes first: where it cannot be moved, as on Windows while somebody reads it, the older ones stay. */
function rotate(file: string, keep: number): void {
  renameSync(file, `${file}.0`);
  rmSync(`${file}.${keep}`, { force: true });
  for (let age = keep - 1; age >= 0; age -= 1) {
    if (sizeOf(`${file}.${age}`) > 0) renameSync(`${file}.${age}`, `${file}.${age + 1}`);
  }
}

/** Does what the system may refuse. */
function unlessSystem(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (systemCodeOf(error) === null) throw error;
  }
}

/** Adds to a file, and begins a new one when it is full. */
function openFile(file: string, { maxBytes, keep }: { maxBytes: number; keep: number }): (line: string) => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let size = sizeOf(file);
  return (line) => {
    if (size > 0 && size + line.length > maxBytes) {
      unlessSystem(() => rotate(file, keep));
      size = sizeOf(file);
    }
    appendFileSync(file, line, { mode: 0o600 });
    size += Buffer.byteLength(line);
  };
}

/**
 * A log that starts a new file when it is full, keeps a few old ones and never holds one of the secrets. What cannot be written
 * is left out, as on a full disk: nobody's work breaks off for it.
 */
export function openLogFile(file: string, options: LogFileOptions = {}): Logger {
  const { maxBytes = 5 * 1024 * 1024, keep = 3, secrets = [] } = options;
  const add = openFile(file, { maxBytes, keep });
  const write = (line: string): void => {
    const safe = secrets
      .filter((secret) => secret !== '')
      .reduce((text, secret) => text.replaceAll(secret, '***'), line);
    unlessSystem(() => add(safe));
  };
  const redact = ['token', 'password', 'insta_password', '*.token', '*.password', '*.insta_password'];
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: redact, censor: '***' } },
    { write },
  );
}

export type { Logger } from 'pino';
