const hour = 3600;
const day = 24 * hour;

type Quota = {
  /** How many calls a user can make within the time. */
  limit: number;
  seconds: number;
  /** What they make with these calls, for the refusal. */
  what: string;
};

/**
 * How often a user can make calls that cost a lot, fill the database or keep others busy. Calls with the same quota are counted
 * together, by all servers on one database. The limits are far above what people do by hand.
 */
export const callQuotas = {
  exports: { limit: 120, seconds: hour, what: 'downloads of files' },
  dataExports: { limit: 10, seconds: day, what: 'exports of all your data' },
  imports: { limit: 120, seconds: hour, what: 'imports' },
  importRows: { limit: 10_000, seconds: day, what: 'parts of imports' },
  listCopies: { limit: 120, seconds: hour, what: 'lists made of others' },
  peopleChanges: { limit: 600, seconds: hour, what: 'changes to many people' },
  campaigns: { limit: 300, seconds: hour, what: 'new or started campaigns' },
  tickets: { limit: 30, seconds: hour, what: 'support tickets' },
  ticketMessages: { limit: 200, seconds: hour, what: 'messages to the support' },
  agentTokens: { limit: 60, seconds: hour, what: 'new agent tokens' },
  agentRequests: { limit: 1200, seconds: hour, what: 'requests to your agent' },
  installers: { limit: 60, seconds: hour, what: 'downloads of the agent' },
} as const satisfies Record<string, Quota>;

export type CallQuota = keyof typeof callQuotas;

/** The sentence for a user who has used up a quota that allows so many calls. */
export function usedUpText(quota: CallQuota, limit: number): string {
  const { seconds, what } = callQuotas[quota];
  return `You’ve reached the limit of ${limit} ${what} ${seconds === day ? 'a day' : 'an hour'}. Try again later.`;
}
