import { parseArgs } from 'node:util';
import type { StoreKind } from './database/store.ts';

/** The options of one nemesis process: which histories it runs, and how. */
export type Job = {
  database: StoreKind;
  seed: number;
  histories: number;
  /** The mistake to plant. Null for none. */
  planted: string | null;
  /** The process stops after this many failing histories or, if a mistake is planted, after the first. */
  failures: number;
  /** How many times a failing history may be run again to shorten its list of events. Null for the default. */
  tries: number | null;
  /** The numbers of the events to run. Null for all of them. */
  keep: number[] | null;
  /** Whether to list the mistakes that can be planted, instead of running histories. */
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
