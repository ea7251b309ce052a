import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { QueryClient } from '@tanstack/react-query';

type Counters = Pick<CampaignRow, 'total_list' | 'total_sent' | 'total_failed'>;
type Update = Counters | Pick<CampaignRow, 'status'>;
type Known = { at: number; update: Update };

/** Applies an update to a campaign. If the update changes the status, also removes the status reason, which explains the old status. */
export function withUpdate<Row extends object>(row: Row, update: Partial<Counters & Pick<CampaignRow, 'status'>>): Row {
  const isOutdated =
    update.status !== undefined && 'status' in row && row.status !== update.status && 'status_reason' in row;
  return { ...row, ...(isOutdated ? { status_reason: null } : {}), ...update };
}

const known = new WeakMap<QueryClient, Map<string, Known>>();

/** Records an update from a live event, for `updatesFromNow`. */
export function recordUpdate(queryClient: QueryClient, id: number, update: Update): void {
  const all = known.get(queryClient) ?? new Map<string, Known>();
  all.set(`${id} ${'status' in update ? 'status' : 'counters'}`, { at: performance.now(), update });
  known.set(queryClient, all);
}

/**
 * Returns a function that applies live events to a fetched campaign. Call `updatesFromNow` before sending the request. Events that arrive
 * while the request is pending may be newer than the response, which would otherwise overwrite their changes.
 */
export function updatesFromNow(queryClient: QueryClient): <Row extends { id: number }>(row: Row) => Row {
  const since = performance.now();
  return (row) => {
    const all = known.get(queryClient);
    const fresh = ['status', 'counters'].flatMap((kind) => all?.get(`${row.id} ${kind}`) ?? []);
    return fresh.reduce((newer, { at, update }) => (at >= since ? withUpdate(newer, update) : newer), row);
  };
}
