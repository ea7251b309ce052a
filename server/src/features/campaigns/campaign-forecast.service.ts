import type { App } from '../../platform/app-context.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import { averagesOf, forecastCampaign, hasCommonHours, startOf } from '../guard/forecast.service.ts';
import type { CampaignForecast, Pace } from '../guard/forecast.service.ts';
import { factsOf } from './account-causes.ts';
import type { AccountCause } from './account-causes.ts';
import { findUsualGap } from './account-states.store.ts';
import type { AccountRow } from './account-states.store.ts';
import { findPace } from './campaign-accounts.store.ts';
import type { AccountState } from './campaign-why.service.ts';
import { willSend } from './status-reasons.ts';

const longestWorkSeconds = 120;

/**
 * Returns the shortest and the longest pause between messages, as set by the user. `work_seconds` is how long the accounts have
 * recently taken per message, in addition to the pause, or null if unknown.
 */
async function paceOf(app: App, userId: number, states: readonly AccountState[]): Promise<Pace> {
  const pace = await findPace(app.db, userId);
  const mean = scaledSeconds(app.config, (pace.delay_start + pace.delay_end) / 2);
  const gap = await findUsualGap(app.db, userId, {
    profileIds: states.map(({ row }) => row.profile_id),
    longest: 2 * mean + longestWorkSeconds,
  });
  return { ...pace, work_seconds: gap === null ? null : Math.min(longestWorkSeconds, Math.max(0, gap - mean)) };
}

const passing: ReadonlySet<AccountCause['reason']> = new Set(['over_budget', 'outside_hours', 'daily_ceiling']);

/** Checks whether an account is sending, or will send again without the user doing anything. */
function passes({ cause }: AccountState): boolean {
  return willSend(cause) || passing.has(cause.reason) || (cause.state === 'held' && cause.at !== null);
}

type Forecasting = {
  states: readonly AccountState[];
  people: number;
  /** Whether to include accounts that can send once the user does something simple, such as starting the agent. */
  isPlanned?: boolean;
  /** Nothing is sent before this time. */
  startAt?: Date | null;
};

/** Checks whether a campaign can start with an account, even if the account has to wait. */
export function isUsable(app: App, row: AccountRow): boolean {
  return startOf(factsOf(app.config, row, 'running')) !== null;
}

/** Checks whether an account will send, either automatically or once the user does something simple, such as starting the agent. */
export function canBeCountedOn(app: App, row: AccountRow): boolean {
  return isUsable(app, row) && hasCommonHours(factsOf(app.config, row, 'running'));
}

/** Returns a campaign's forecast, or null if nobody is left to message or the included accounts can't reach everyone. */
export async function forecastOf(
  app: App,
  userId: number,
  { states, people, isPlanned = false, startAt = null }: Forecasting,
): Promise<CampaignForecast | null> {
  const able = states.filter((state) => isPlanned || passes(state));
  if (people <= 0 || able.length === 0) return null;
  const accounts = able.map(({ row }) => ({ facts: factsOf(app.config, row, 'running'), limits: row }));
  return forecastCampaign(app.config, accounts, { people, startAt, pace: await paceOf(app, userId, able) });
}

/**
 * Returns the total number of messages per hour of the accounts that will send, based on the average pause and on how long each message
 * takes. Null if no account will send.
 */
export async function rateOf(app: App, userId: number, states: readonly AccountState[]): Promise<number | null> {
  const senders = states.filter(({ cause }) => willSend(cause));
  if (senders.length === 0) return null;
  const { pause, work } = averagesOf(app.config, await paceOf(app, userId, senders));
  return Math.round((senders.length * 36_000) / (pause + work)) / 10;
}
