import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { QueryClient } from '@tanstack/react-query';

type Counters = Pick<CampaignRow, 'total_list' | 'total_sent' | 'total_failed'>;
type News = Counters | Pick<CampaignRow, 'status'>;
type Known = { at: number; news: News };

/** A campaign as the news has it. Why it had the status it no longer has says nothing any more. */
export function withNews<Row extends object>(row: Row, news: Partial<Counters & Pick<CampaignRow, 'status'>>): Row {
  const isOutdated =
    news.status !== undefined && 'status' in row && row.status !== news.status && 'status_reason' in row;
  return { ...row, ...news, ...(isOutdated ? { status_reason: null } : {}) };
}

const known = new WeakMap<QueryClient, Map<string, Known>>();

/** Keeps what a live event said about a campaign. */
export function noteNews(queryClient: QueryClient, id: number, news: News): void {
  const all = known.get(queryClient) ?? new Map<string, Known>();
  all.set(`${id} ${'status' in news ? 'status' : 'counters'}`, { at: performance.now(), news });
  known.set(queryClient, all);
}

/**
 * To be called before a campaign is asked for: brings the answer up to what events have said since, for it may be older than
 * they are and would take figures back.
 */
export function newsFromNow(queryClient: QueryClient): <Row extends { id: number }>(row: Row) => Row {
  const since = performance.now();
  return (row) => {
    const all = known.get(queryClient);
    const fresh = ['status', 'counters'].flatMap((kind) => all?.get(`${row.id} ${kind}`) ?? []);
    return fresh.reduce((newer, { at, news }) => (at >= since ? withNews(newer, news) : newer), row);
  };
}
