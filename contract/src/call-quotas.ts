const hour = 3600;
const day = 24 * hour;

type Quota = {
  /** How many requests a user can make within `seconds`. */
  limit: number;
  seconds: number;
  /** What the quota counts, as worded in the error message. */
  what: string;
};

const hourly = (limit: number, what: string): Quota => ({ limit, seconds: hour, what });
const daily = (limit: number, what: string): Quota => ({ limit, seconds: day, what });

/**
 * Quotas for requests that are expensive, fill up the database or reach other people. Requests with the same quota are counted
 * together, across all servers that share a database. The limits are far above what people do by hand.
 */
export const callQuotas = {
  exports: hourly(120, 'file downloads'),
  dataExports: daily(10, 'data exports'),
  imports: hourly(120, 'imports'),
  importRows: daily(10_000, 'parts of uploaded files'),
  listCopies: hourly(120, 'copied, merged or split lists'),
  peopleChanges: hourly(600, 'bulk changes to people'),
  campaigns: hourly(300, 'new or started campaigns'),
  tickets: hourly(30, 'support tickets'),
  ticketMessages: hourly(200, 'support messages'),
  agentTokens: hourly(60, 'new agent tokens'),
  agentRequests: hourly(1200, 'requests to agents'),
  installers: hourly(60, 'agent downloads'),
} satisfies Record<string, Quota>;

export type CallQuota = keyof typeof callQuotas;

/** Returns the beginning of the error message for a user who has used up a quota. `limit` is the number of requests that the quota allows. */
export function usedUpText(quota: CallQuota, limit: number): string {
  const { seconds, what } = callQuotas[quota];
  return `You've reached the limit of ${limit.toLocaleString('en')} ${what} ${seconds === day ? 'per day' : 'per hour'}.`;
}
