import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { Client } from '@sandpiper/contract/client';
import type { History } from './history.ts';

/** The history, client and choice for one of the owner's actions. */
export type Acting = { history: History; api: Client; which: number };

/** Returns a claim in progress, because a change between claim and Enter can do the most harm. Returns null if there is none. */
export function claimInDanger({ history, which }: Acting): ClaimedDelivery | null {
  const runs = history.computers.flatMap(({ run }) => run ?? []);
  const claims = runs.flatMap((run) =>
    [...run.claims.values()].filter((claim) => run.lanes.get(String(claim.profile_id))?.isOver === false),
  );
  return claims[which % claims.length] ?? null;
}
