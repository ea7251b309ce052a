import type { Computer } from '../computers/computer.ts';
import type { Pauses } from '../computers/pauses.ts';
import type { Snapshot, Snapshots } from '../database/snapshots.ts';
import type { Store } from '../database/store.ts';
import type { Random } from '../random.ts';
import type { Question } from '../servers/calls.ts';
import type { Servers } from '../servers/server.ts';
import type { World } from '../world/world.ts';
import type { Expectations } from './expectations.ts';
import type { Scene } from './scene.types.ts';

/** What histories run on, one after the other. */
export type Ground = {
  store: Store;
  snapshots: Snapshots;
  /** The database as it was made. */
  blank: Snapshot;
  servers: Servers;
};

/** A moment the database can come back to. */
export type SavePoint = { snapshot: Snapshot; order: number; expectations: Omit<Expectations, 'goAheads'> };

export type History = Ground & {
  seed: string;
  /** Chance within the history that no event carries. */
  random: Random;
  world: World;
  pauses: Pauses;
  computers: Computer[];
  scene: Scene;
  expectations: Expectations;
  /** Calls whose senders have given up on them, or died, and that may still arrive. */
  late: Question[];
  frozenServers: Set<number>;
  /** Calls that frozen servers have begun. */
  unfinished: Promise<void>[];
  savePoints: Map<number, SavePoint>;
  /** As it was when a server last waited for the disk; null where no power cut is to come. */
  synced: SavePoint | null;
  /** When the database last lost commits, as a place among everything that happened; null: never. */
  lostCommitsAt: number | null;
  /** Place of the last thing that happened. */
  order: number;
  clockSetTo: number;
  /** How often each kind of fault struck. */
  struck: Map<string, number>;
  violations: string[];
  /** What happened, for people to read. */
  lines: string[];
  /** Files of processes that are gone, still being closed. */
  closing: Promise<void>[];
  /** Computers whose agent has ended by itself. */
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
