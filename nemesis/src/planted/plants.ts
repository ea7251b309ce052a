import type { StoreKind } from '../database/store.ts';
import type { Edit } from './edits.ts';
import { agentPlants } from './plants.agent.ts';
import { ledgerPlants } from './plants.ledger.ts';
import { rulePlants } from './plants.rules.ts';

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

export const plants: readonly Plant[] = [...rulePlants, ...ledgerPlants, ...agentPlants];

export function findPlant(name: string): Plant {
  const plant = plants.find((each) => each.name === name);
  if (plant === undefined) {
    throw new Error(`There is no planted mistake "${name}". There are: ${plants.map((each) => each.name).join(', ')}.`);
  }
  return plant;
}
