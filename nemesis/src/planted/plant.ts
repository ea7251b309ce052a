import type { StoreKind } from '../database/store.ts';
import type { Edit } from './edits.ts';

/** One rule taken out at its root, which the histories have to notice. */
export type Plant = {
  name: string;
  /** What is wrong then. */
  says: string;
  /** Where it can be noticed. */
  stores: readonly StoreKind[];
  edits: readonly Edit[];
  /** Statements on the empty database. */
  statements?: readonly string[];
};
