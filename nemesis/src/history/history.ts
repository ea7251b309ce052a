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

/** What successive histories share. */
export type Ground = {
  store: Store;
  snapshots: Snapshots;
  /** A snapshot of the newly created database. */
  blank: Snapshot;
  servers: Servers;
};

/** A state that the database can return to. */
export type SavePoint = { snapshot: Snapshot; order: number; expectations: Omit<Expectations, Given> };

export type History = Ground & {
  seed: string;
  /** Random numbers for decisions that aren't part of an event. */
  random: Random;
  world: World;
  pauses: Pauses;
  computers: Computer[];
  scene: Scene;
  expectations: Expectations;
  /** Requests that a server may still get, even though their senders have given up or ended. */
  late: Question[];
  frozenServers: Set<number>;
  /** Calls that frozen servers have started to handle but haven't finished. */
  unfinished: Promise<void>[];
  /** Save points, by an event's number and by how many of that event's commits are kept. */
  savePoints: Map<string, SavePoint>;
  /**
   * The state when a server last waited for its data to reach the disk. Null if no server has waited, or if the history has no power
   * failure.
   */
  synced: SavePoint | null;
  /** When the database last lost commits, as a position in the history. Null if it has lost none. */
  lostCommitsAt: number | null;
  /** The current position: everything that happens in the history gets the next number. */
  order: number;
  clockSetTo: number;
  /** How often each kind of fault has occurred. */
  struck: Map<string, number>;
  violations: string[];
  /** A readable record of what happened. */
  lines: string[];
  /** Files that are still being closed after their process has ended. */
  closing: Promise<void>[];
  /** The numbers of the computers whose agent has exited by itself. */
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
