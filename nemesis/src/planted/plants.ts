import type { Plant } from './plant.ts';
import { agentPlants } from './plants.agent.ts';
import { ledgerPlants } from './plants.ledger.ts';
import { refusalPlants } from './plants.refusals.ts';
import { rulePlants } from './plants.rules.ts';

export const plants: readonly Plant[] = [...rulePlants, ...refusalPlants, ...ledgerPlants, ...agentPlants];

export function findPlant(name: string): Plant {
  const plant = plants.find((each) => each.name === name);
  if (plant === undefined) {
    throw new Error(
      `There is no planted mistake "${name}". Planted mistakes: ${plants.map((each) => each.name).join(', ')}.`,
    );
  }
  return plant;
}
