import { parseArgs } from 'node:util';
import type { StoreKind } from './database/store.ts';

/** What one process is to do. */
export type Job = {
  database: StoreKind;
  seed: number;
  histories: number;
  /** Null: nothing is planted. */
  planted: string | null;
  /** How many failing histories are looked into before the rest is left. */
  failures: number;
  /** How often a failing history is run again to make it shorter; null: as usual. */
  tries: number | null;
  /** The numbers of the events that are played; null: all of them. */
  keep: number[] | null;
  /** Only says which mistakes can be planted. */
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
