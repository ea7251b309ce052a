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
      list: { type: 'boolean', default: false },
    },
  });
  return {
    database: values.database === 'postgres' ? 'postgres' : 'embedded',
    seed: Number(values.seed),
    histories: Number(values.histories),
    planted: values.planted ?? null,
    failures: Number(values.failures),
    isListWanted: values.list,
  };
}
