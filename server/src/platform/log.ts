import pino from 'pino';
import type { Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

/** Readable lines on a terminal, JSON lines everywhere else. */
export function createLogger(level: Config['logLevel']): Logger {
  const options = {
    level,
    redact: [
      'token',
      'password',
      '*.token',
      '*.password',
      '*.new_password',
      '*.insta_password',
      '*.challenge',
      '*.remembered_browser',
      'req.headers.authorization',
    ],
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname,reqId', translateTime: 'SYS:HH:MM:ss' }));
}
