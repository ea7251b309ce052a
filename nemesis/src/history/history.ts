import type { Computer } from '../computers/computer.ts';
import type { Pauses } from '../computers/pauses.ts';
import type { Snapshot, Snapshots } from '../database/snapshots.ts';
import type { Store } from '../database/store.ts';
import type { Random } from '@sandpiper/testkit/random';
import type { Question } from '../servers/calls.ts';
import type { Servers } from '../servers/server.ts';
import type { World } from '../world/world.ts';
import type { Expectations, Given } from './expectations.ts';
import type { Scene } from './scene.types.ts';

/** Everything that successive histories share. */
export type Ground = {
  store: Store;
  snapshots: Snapshots;
  /** The database as it was created. */
  blank: Snapshot;
  servers: Servers;
};

/** A moment that the database can return to. */
export type SavePoint = { snapshot: Snapshot; order: number; expectations: Omit<Expectations, Given> };

export type History = Ground & {
  seed: string;
  /** Random decisions within the history that are not part of an event. */
  random: Random;
  world: World;
  pauses: Pauses;
  computers: Computer[];
  scene: Scene;
  expectations: Expectations;
  /** Calls that may still arrive, although their senders have given up or ended. */
  late: Question[];
  frozenServers: Set<number>;
  /** Calls that frozen servers have started to handle. */
  unfinished: Promise<void>[];
  /** Save points by event and, within it, by the number of commits that are kept. */
  savePoints: Map<string, SavePoint>;
  /** The last moment at which a server waited for the disk; null if there will be no power cut. */
  synced: SavePoint | null;
  /** When the database last lost commits, as a position in the history; null if never. */
  lostCommitsAt: number | null;
  /** The position of the last thing that happened. */
  order: number;
  clockSetTo: number;
  /** How often each kind of fault occurred. */
  struck: Map<string, number>;
  violations: string[];
  /** What happened, in words. */
  lines: string[];
  /** Files of ended processes that are still being closed. */
  closing: Promise<void>[];
  /** Computers whose agent ended on its own. */
  ended: Set<number>;
};

export function nextOrder(history: History): number {
  history.order += 1;
  return history.order;
}

export function strike(history: History, fault: string): void {
  history.struck.set(fault, (history.struck.get(fault) ?? 0) + 1);
}

export function violate(history: History, text: string): void {
  history.violations.push(text);
  history.lines.push(`!! ${text}`);
}

export function say(history: History, line: string): void {
  history.lines.push(line);
}
