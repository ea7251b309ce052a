import { parseArgs } from 'node:util';
import type { StoreKind } from './database/store.ts';

/** The work of one process. */
export type Job = {
  database: StoreKind;
  seed: number;
  histories: number;
  /** Null: no planted mistake. */
  planted: string | null;
  /** After this many failing histories the process stops looking for more. */
  failures: number;
  /** How many runs may be spent on shortening a failing history; null: the default. */
  tries: number | null;
  /** The numbers of the events to play; null: all of them. */
  keep: number[] | null;
  /** Only lists the mistakes that can be planted. */
  isListWanted: boolean;
};

export function readJob(args: readonly string[]): Job {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'embedded' },
      seed: { type: 'string', default: '1' },
      histories: { type: 'string', default: '1' },
      planted: { type: 'string' },
      failures: { type: 'string', default: '3' },
      tries: { type: 'string' },
      keep: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  return {
    database: values.database === 'postgres' ? 'postgres' : 'embedded',
    seed: Number(values.seed),
    histories: Number(values.histories),
    planted: values.planted ?? null,
    failures: Number(values.failures),
    tries: values.tries === undefined ? null : Number(values.tries),
    keep:
      values.keep === undefined
        ? null
        : values.keep
            .split(',')
            .filter((text) => text !== '')
            .map(Number),
    isListWanted: values.list,
  };
}
