import type { FaultChange } from '../control.schema.ts';
import { faultNames, checkpointFaults } from '../faults/fault.catalog.ts';
import type { FaultName } from '../faults/fault.catalog.ts';
import type { World } from '../world/world.ts';

export function applyFaults(world: World, change: FaultChange): void {
  if (change.clear) {
    world.faults.clear();
    clearCheckpoints(world, checkpointFaults);
  }
  world.faults.remove(change.off);
  clearCheckpoints(world, change.off);
  for (const rule of change.on) world.faults.add(rule);
  if (change.seed === undefined && change.chances === undefined) return;
  const chances = new Map<FaultName, number>();
  for (const [name, chance] of Object.entries(change.chances ?? {})) {
    if (isFaultName(name) && chance !== undefined) chances.set(name, chance);
  }
  world.faults.setChances(change.seed ?? 0, chances);
}

function clearCheckpoints(world: World, names: readonly FaultName[]): void {
  for (const account of world.accounts.values()) {
    if (account.checkpoint !== null && names.includes(account.checkpoint)) account.checkpoint = null;
  }
}

function isFaultName(name: string): name is FaultName {
  return faultNames.some((known) => known === name);
}
