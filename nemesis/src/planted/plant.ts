import type { StoreKind } from '../database/store.ts';
import type { Edit } from './edits.ts';

/** A planted mistake: one rule is removed from the code, and the histories must reveal the mistake. */
export type Plant = {
  name: string;
  /** What goes wrong without the rule. */
  says: string;
  /** The databases on which a history can reveal the mistake. */
  stores: readonly StoreKind[];
  edits: readonly Edit[];
  /** SQL statements that plant the mistake in an empty database. */
  statements?: readonly string[];
};
