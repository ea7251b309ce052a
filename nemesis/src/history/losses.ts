import { onCommit } from '../database/cuts.ts';
import type { Query } from '../database/cuts.ts';
import { restart } from '../servers/server.ts';
import { copyOf } from './expectations.ts';
import type { HistoryEvent } from './events.ts';
import { nextOrder, say, strike } from './history.ts';
import type { History, SavePoint } from './history.ts';
import { thawServers } from './network.ts';

/* Ways in which databases lose commits: a restored backup, a failover to a standby that lags behind, or a power failure. */

export async function savePointOf(history: History, ask?: Query): Promise<SavePoint> {
  return {
    snapshot: await history.snapshots.take(ask),
    // Each save point has its own position, so that two of them differ even if nothing happens between them.
    order: nextOrder(history),
    expectations: copyOf(history.expectations),
  };
}

/** A moment within an event: after its first `commits` commits. */
type Moment = { index: number; commits: number };

const keyOf = ({ index, commits }: Moment): string => `${index} ${commits}`;

/** How many of the last events are lost, and how many commits of the first lost event are kept. */
type Loss = { depth: number; commits: number };

function momentOf({ depth, commits }: Loss, index: number): Moment {
  return index < depth ? { index: 0, commits: 0 } : { index: index - depth, commits };
}

/** Returns the moments at which the database must be saved, because a later event restores the database as it was then. */
export function savePointsFor(events: readonly HistoryEvent[]): Moment[] {
  return events.flatMap((event, index) =>
    event.kind === 'roll_back' || event.kind === 'power_cut' ? [momentOf(event, index)] : [],
  );
}

async function save(history: History, moment: Moment, ask?: Query): Promise<void> {
  if (!history.savePoints.has(keyOf(moment))) history.savePoints.set(keyOf(moment), await savePointOf(history, ask));
}

/** Saves the database at each of the moments that the event reaches. */
export async function beginSaves(history: History, moments: readonly Moment[]): Promise<void> {
  for (const moment of moments) if (moment.commits === 0) await save(history, moment);
  let done = 0;
  onCommit(async (ask) => {
    done += 1;
    for (const moment of moments) if (moment.commits === done) await save(history, moment, ask);
  });
}

/** Saves the state at the event's end for the moments that the event didn't reach because it made too few commits. */
export async function endSaves(history: History, moments: readonly Moment[]): Promise<void> {
  onCommit(() => Promise.resolve());
  for (const moment of moments) await save(history, moment);
}

async function restore(history: History, savePoint: SavePoint): Promise<void> {
  await thawServers(history, 'gone');
  await history.snapshots.restore(savePoint.snapshot);
  for (const server of history.servers.all) restart(server);
  Object.assign(history.expectations, copyOf({ ...history.expectations, ...savePoint.expectations }));
}

/** Rolls the database back to a save point. After that, only the computers know what has happened since the save point. */
export async function rollBack(history: History, loss: Loss, index: number): Promise<void> {
  const savePoint = history.savePoints.get(keyOf(momentOf(loss, index)));
  if (savePoint === undefined) return;
  await restore(history, savePoint);
  const { goAheads } = history.expectations;
  for (const goAhead of goAheads.values()) goAhead.isForgotten ||= goAhead.order > savePoint.order;
  for (const send of history.world.sends) send.isForgotten ||= goAheads.get(send.claim.claim_id)?.isForgotten === true;
  history.lostCommitsAt = nextOrder(history);
  strike(history, 'database rolled back');
}

/** Cuts the power. The embedded database loses what it hadn't written to disk yet. A database server loses nothing. */
export async function cutPower(history: History, loss: Loss, index: number): Promise<void> {
  const wanted = history.savePoints.get(keyOf(momentOf(loss, index)));
  if (history.store.kind !== 'embedded' || wanted === undefined) return;
  const { synced } = history;
  const savePoint = synced !== null && synced.order > wanted.order ? synced : wanted;
  await restore(history, savePoint);
  say(history, `    the database returns to what was on disk`);
  strike(history, 'power failure');
}
