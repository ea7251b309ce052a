import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { Client } from '@sandpiper/contract/client';
import type { History } from './history.ts';

/** What a user action needs: the history, the API client, and the number that selects what to act on. */
export type Acting = { history: History; api: Client; which: number };

/** Returns a claim in progress, or null if there is none. A change between the claim and Enter can do the most harm. */
export function claimInProgress({ history, which }: Acting): ClaimedDelivery | null {
  const runs = history.computers.flatMap(({ run }) => run ?? []);
  const claims = runs.flatMap((run) =>
    [...run.claims.values()].filter((claim) => run.lanes.get(String(claim.profile_id))?.isOver === false),
  );
  return claims[which % claims.length] ?? null;
}
