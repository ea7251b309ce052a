import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';
import { errorForLog } from './log-errors.ts';

/** Creates a logger that writes readable lines to a terminal and JSON lines everywhere else. `destination` replaces standard output. */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
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
    serializers: { err: (error: unknown) => errorForLog(error) },
  };
  if (destination !== undefined) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname,reqId', translateTime: 'SYS:HH:MM:ss' }));
}
