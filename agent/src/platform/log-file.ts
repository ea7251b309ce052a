import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { systemCodeOf } from './errors.ts';
import { readableLine } from './log-line.ts';

export type LogFileOptions = {
  maxBytes?: number;
  /** The number of old files to keep. */
  keep?: number;
  secrets?: readonly string[];
  /** Shows each logged line to the user, except lines that the terminal already shows. If set, debug lines are logged too. */
  showLine?: (text: string) => void;
};

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}

/**
 * Renames the current file first, so that no older file is lost if the rename fails, for example on Windows while the file is open.
 */
function rotate(file: string, keep: number): void {
  renameSync(file, `${file}.0`);
  rmSync(`${file}.${keep}`, { force: true });
  for (let age = keep - 1; age >= 0; age -= 1) {
    if (sizeOf(`${file}.${age}`) > 0) renameSync(`${file}.${age}`, `${file}.${age + 1}`);
  }
}

function ignoringSystemErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (systemCodeOf(error) === null) throw error;
  }
}

/** Returns a function that appends lines to a file and starts a new file when the current one is full. */
function openFile(file: string, { maxBytes, keep }: { maxBytes: number; keep: number }): (line: string) => void {
  let size = sizeOf(file);
  return (line) => {
    if (size > 0 && size + line.length > maxBytes) {
      ignoringSystemErrors(() => rotate(file, keep));
      size = sizeOf(file);
    }
    appendFileSync(file, line, { mode: 0o600 });
    size += Buffer.byteLength(line);
  };
}

/**
 * Opens a rotating log that masks secrets. Once the log is open, a failed write never stops the agent. Lines that can't be written, for
 * example because the disk is full, are dropped. Writes are synchronous, so that the last lines before an exit aren't lost.
 */
export function openLogFile(file: string, options: LogFileOptions = {}): Logger {
  const { maxBytes = 5 * 1024 * 1024, keep = 3, secrets = [], showLine } = options;
  const add = openFile(file, { maxBytes, keep });
  const withoutSecrets = (text: string): string =>
    secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  const write = (line: string): void => {
    ignoringSystemErrors(() => add(withoutSecrets(line)));
    const readable = showLine === undefined ? null : readableLine(line);
    if (readable !== null) showLine?.(withoutSecrets(readable));
  };
  const redact = ['token', 'password', 'insta_password', '*.token', '*.password', '*.insta_password'];
  return pino(
    {
      base: null,
      level: showLine === undefined ? 'info' : 'debug',
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redact, censor: '***' },
    },
    { write },
  );
}

export type { Logger } from 'pino';
