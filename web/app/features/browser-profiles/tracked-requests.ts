import type { BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { isUnderWay } from '../../platform/agent-requests.ts';

/** How long a request may stay unfinished before it times out. */
const trackingMs = 60_000;

/** The unfinished requests by ID. `since` is when the request was first seen, in Unix milliseconds. `isGivenUp` is set after a timeout. */
export type Tracked = ReadonlyMap<number, { since: number; isGivenUp: boolean }>;

export type Settled = { tracked: Tracked; finished: BrowserProfileRequest[]; givenUp: number[] };

/** Updates the tracked requests from the latest response. Returns which requests finished and which requests just timed out. */
export function settle(tracked: Tracked, requests: readonly BrowserProfileRequest[], now: number): Settled {
  const next = new Map(tracked);
  const finished: BrowserProfileRequest[] = [];
  const givenUp: number[] = [];
  for (const request of requests) {
    if (isUnderWay(request)) {
      if (!next.has(request.id)) next.set(request.id, { since: now, isGivenUp: false });
    } else if (next.delete(request.id)) finished.push(request);
  }
  for (const [id, { since, isGivenUp }] of next) {
    if (isGivenUp || now - since < trackingMs) continue;
    next.set(id, { since, isGivenUp: true });
    givenUp.push(id);
  }
  return { tracked: next, finished, givenUp };
}

export function isWaiting(tracked: Tracked): boolean {
  return [...tracked.values()].some(({ isGivenUp }) => !isGivenUp);
}
