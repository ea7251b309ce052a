import type { StoreKind } from '../database/store.ts';
import type { Edit } from './edits.ts';

/** A planted mistake: one rule is removed, and the histories have to notice. */
export type Plant = {
  name: string;
  /** What is wrong without the rule. */
  says: string;
  /** The databases on which histories can notice it. */
  stores: readonly StoreKind[];
  edits: readonly Edit[];
  /** Statements to run on the empty database. */
  statements?: readonly string[];
};
