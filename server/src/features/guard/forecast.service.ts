import { sandboxWorkSeconds, usualWorkSeconds } from '@sandpiper/contract/limits';
import type { Config } from '../../platform/config.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import { dayOf, limitOf } from './account-day.ts';
import type { BudgetColumns } from './account-day.ts';
import { forecast } from './forecast.ts';
import type { ForecastAccount } from './forecast.ts';
import { nextOpening } from './open-times.ts';
import { refusalOf } from './sending-rules.service.ts';
import type { AccountFacts } from './sending-rules.service.ts';

/*
 * Forecasts when a campaign will end, using the rules of a claim except those about the account's computer and its current delivery. An
 * account that is blocked, for example because it is switched off, is left out. An account that only has to wait starts later. Limits and
 * hours are simulated day by day.
 */

type Account = { facts: AccountFacts; limits: BudgetColumns };

export type Pace = {
  delay_start: number;
  delay_end: number;
  /** How many seconds an account recently took per message, in addition to the pause between messages. Null if this isn't known yet. */
  work_seconds: number | null;
};

/** Returns the mean pause between two messages and the time that each message takes, in seconds. */
export function averagesOf(config: Config, pace: Pace): { pause: number; work: number } {
  return {
    pause: scaledSeconds(config, (pace.delay_start + pace.delay_end) / 2),
    work: pace.work_seconds ?? (config.sandbox ? sandboxWorkSeconds : usualWorkSeconds),
  };
}

/**
 * Returns the earliest time at which an account can send, assuming that there is someone to message. Returns null if the account is blocked
 * until someone acts, for example because it is switched off. Ignores the account's computer and its current delivery. Hours and the
 * account's own limits don't keep it from starting, because the forecast simulates them.
 */
export function startOf(facts: AccountFacts): Date | null {
  const waits = (['account', 'standing', 'ceiling', 'pace'] as const).flatMap((step) => refusalOf(step, facts) ?? []);
  let start = facts.at;
  for (const { not_before: at } of waits) {
    if (at === null) return null;
    if (new Date(at) > start) start = new Date(at);
  }
  return start;
}

/** Checks whether an account's hours and its campaign's hours ever overlap. */
export function hasCommonHours({ schedule, at }: AccountFacts): boolean {
  return nextOpening(schedule, at) !== null;
}

function forecastAccount(config: Config, { facts, limits }: Account, startAt: Date | null): ForecastAccount[] {
  const possible = startOf(facts);
  if (possible === null) return [];
  const from = startAt !== null && startAt > possible ? startAt : possible;
  const { used, rampDay, endsAt } = facts.budget;
  const { timezone, lasting_day, lasting_until } = limits;
  const isToday = from < endsAt;
  return [
    {
      from,
      limit: limitOf(limits),
      ceiling: config.maxPerAccountPerDay,
      used: isToday ? used : 0,
      rampDay: isToday || used === 0 ? rampDay : rampDay + 1,
      schedule: facts.schedule,
      zone: { timezone, lasting_day, lasting_until },
    },
  ];
}

export type CampaignForecast = {
  first: Date;
  end: Date;
  /** Computes the earliest and the latest likely end. */
  range: () => { earliest: Date; latest: Date };
  /**
   * The expected number of messages per day, including days without messages. Starts with the first account's current day, or with the
   * first day with messages if that is earlier.
   */
  perDay: { date: string; messages: number }[];
};

/** Returns the day after a date. Both are `yyyy-mm-dd`. */
function dateAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function listDays(from: string, perDay: ReadonlyMap<string, number>): CampaignForecast['perDay'] {
  const dates = [from, ...perDay.keys()].toSorted();
  const last = dates.at(-1) ?? from;
  const days: CampaignForecast['perDay'] = [];
  for (let date = dates[0] ?? from; date <= last; date = dateAfter(date)) {
    days.push({ date, messages: perDay.get(date) ?? 0 });
  }
  return days;
}

/**
 * Forecasts when a campaign will end. Returns null if there are no people, if no account can send, or if the accounts wouldn't reach
 * everyone within the days that are simulated.
 */
export function forecastCampaign(
  config: Config,
  accounts: readonly Account[],
  { people, pace, startAt }: { people: number; pace: Pace; startAt: Date | null },
): CampaignForecast | null {
  const able = accounts.flatMap((account) => forecastAccount(config, account, startAt));
  const [first] = accounts;
  if (first === undefined || able.length === 0) return null;
  const { pause: mean, work } = averagesOf(config, pace);
  const width = scaledSeconds(config, pace.delay_end - pace.delay_start);
  // The pauses are random and independent, so the more pauses there are, the less their mean varies.
  const spread = width / Math.sqrt(12 * Math.max(1, people / able.length));
  const forecastAt = (everySeconds: number) =>
    forecast(able, { people, everySeconds, dayOf: (zone, at) => dayOf(config, zone, at) });
  const usual = forecastAt(mean + work);
  if (usual === null) return null;
  const endAt = (everySeconds: number): Date => forecastAt(everySeconds)?.last ?? usual.last;
  const { date } = dayOf(config, first.limits, first.facts.at);
  return {
    first: usual.first,
    end: usual.last,
    range: () => ({
      earliest: endAt(Math.max(0.1, mean + work * 0.7 - 2 * spread)),
      latest: endAt(mean + work * 1.5 + 2 * spread),
    }),
    perDay: listDays(date, usual.perDay),
  };
}
