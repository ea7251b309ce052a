import type { StoreKind } from '../database/store.ts';
import type { Edit } from './edits.ts';

/** One rule removed at its root, which the histories have to notice. */
export type Plant = {
  name: string;
  /** What is wrong without the rule. */
  says: string;
  /** The databases with which it can be noticed. */
  stores: readonly StoreKind[];
  edits: readonly Edit[];
  /** Statements to run on the empty database. */
  statements?: readonly string[];
};
