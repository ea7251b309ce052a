import { z } from 'zod';
import { timeOfDay } from './clock.ts';

const levelNames = new Map([
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
]);

const lineSchema = z.looseObject({ level: z.int(), time: z.string(), msg: z.string().default('') });

/** Formats a log line for a person. Returns null for a line that the terminal already shows. */
export function readableLine(json: string): string | null {
  const { level, time, msg, ...rest } = lineSchema.parse(JSON.parse(json));
  if ('said' in rest) return null;
  const details = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const name = (levelNames.get(level) ?? String(level)).padEnd(5);
  return [timeOfDay(new Date(time)), name, [msg, ...details].join(' ')].join('  ');
}
