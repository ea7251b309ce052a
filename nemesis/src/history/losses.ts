import { restart } from '../servers/server.ts';
import { copyOf } from './expectations.ts';
import type { HistoryEvent } from './events.ts';
import { nextOrder, say, strike } from './history.ts';
import type { History, SavePoint } from './history.ts';
import { thawServers } from './network.ts';

/* How databases lose commits: a restored backup, a failover to a standby that lags behind, a power cut. */

export async function savePointOf(history: History): Promise<SavePoint> {
  return {
    snapshot: await history.snapshots.take(),
    // Its own place, because nothing else may happen between two of them.
    order: nextOrder(history),
    expectations: copyOf(history.expectations),
  };
}

/** The events before which the database must be saved, because a later event returns to that moment. */
export function savePointsFor(events: readonly HistoryEvent[]): Set<number> {
  return new Set(
    events.flatMap((event, index) =>
      event.kind === 'roll_back' || event.kind === 'power_cut' ? [Math.max(0, index - event.depth)] : [],
    ),
  );
}

async function comeBackTo(history: History, savePoint: SavePoint): Promise<void> {
  await thawServers(history, 'gone');
  await history.snapshots.restore(savePoint.snapshot);
  for (const server of history.servers.all) restart(server);
  Object.assign(history.expectations, copyOf({ ...history.expectations, ...savePoint.expectations }));
}

/** From here on, only the computers themselves know what they were told and did since. */
export async function rollBack(history: History, index: number): Promise<void> {
  const savePoint = history.savePoints.get(index);
  if (savePoint === undefined) return;
  await comeBackTo(history, savePoint);
  const { goAheads } = history.expectations;
  for (const goAhead of goAheads.values()) goAhead.isForgotten ||= goAhead.order > savePoint.order;
  for (const send of history.world.sends) send.isForgotten ||= goAheads.get(send.claim.claim_id)?.isForgotten === true;
  history.lostCommitsAt = nextOrder(history);
  strike(history, 'database rolled back');
}

/** The embedded database loses what it had not yet written to disk; a database server loses nothing. */
export async function cutPower(history: History, index: number): Promise<void> {
  const wanted = history.savePoints.get(index);
  if (history.store.kind !== 'embedded' || wanted === undefined) return;
  const { synced } = history;
  const savePoint = synced !== null && synced.order > wanted.order ? synced : wanted;
  await comeBackTo(history, savePoint);
  say(history, `    back to what was on disk`);
  strike(history, 'power cut');
}
