import { allowedOnDay } from '@sandpiper/contract/account-limits';
import type { SendingLimit } from '@sandpiper/contract/account-limits';
import { Temporal } from 'temporal-polyfill';
import type { Config } from '../../platform/config.ts';
import { oneDay } from '../../platform/time-scale.ts';
import { localDay, nextMidnight } from './hours.ts';

/** The time zone of accounts without one. */
export const usualTimezone = 'UTC';

export type Zone = {
  timezone: string | null;
  /** The day on which the time zone was last changed, and when that day ends. */
  lasting_day: string | null;
  lasting_until: string | null;
};

/** A day of an account: its date in the account's time zone, and when it ends. */
export type AccountDay = { date: string; endsAt: Date };

/** In sandbox mode, a day lasts a hundredth of a real day, so its date runs ahead of the calendar. */
function scaledDay(seconds: number, at: Date): AccountDay {
  const length = seconds * 1000;
  const index = Math.floor(at.getTime() / length);
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: index });
  return { date: date.toString(), endsAt: new Date((index + 1) * length) };
}

function calendarDay({ timezone, lasting_day: day, lasting_until }: Zone, at: Date): AccountDay {
  const until = lasting_until === null ? null : new Date(lasting_until);
  if (day !== null && until !== null && at < until) return { date: day, endsAt: until };
  const zone = timezone ?? usualTimezone;
  return { date: localDay(at, zone), endsAt: nextMidnight(at, zone) };
}

export function dayOf(config: Config, zone: Zone, at: Date): AccountDay {
  return config.sandbox ? scaledDay(oneDay(config), at) : calendarDay(zone, at);
}

/**
 * Returns the columns to set when the time zone changes. That doesn't start a new day: the current one lasts until the new zone's
 * first midnight that starts a later date. So nobody can send another day's messages by changing the time zone.
 */
export function dayOfMove(known: Zone, timezone: string | null, at: Date) {
  const { date } = calendarDay(known, at);
  const zone = timezone ?? usualTimezone;
  let until = nextMidnight(at, zone);
  while (localDay(until, zone) <= date) until = nextMidnight(until, zone);
  return { lasting_day: date, lasting_until: until };
}

export type BudgetColumns = Zone & {
  daily_limit: number | null;
  ramp_start: number | null;
  ramp_step: number | null;
  /** The last day with a message. */
  sending_day: string | null;
  /** How many messages count toward that day's limit. */
  sent_on_day: number;
  /** The number of that sending day since the ramp began. */
  ramp_day: number;
};

/** How much an account may send on its current day. */
export type Budget = {
  /** Null if only the server's ceiling applies. */
  allowed: number | null;
  used: number;
  /** The number of this sending day since the ramp began, starting at 1. */
  rampDay: number;
  endsAt: Date;
};

type LimitColumns = Pick<BudgetColumns, 'daily_limit' | 'ramp_start' | 'ramp_step'>;

export function limitOf({ daily_limit, ramp_start, ramp_step }: LimitColumns): SendingLimit {
  const ramp = ramp_start === null || ramp_step === null ? null : { start: ramp_start, step: ramp_step };
  return { daily_limit, ramp };
}

export function budgetOf(config: Config, account: BudgetColumns, at: Date): Budget {
  const { date, endsAt } = dayOf(config, account, at);
  const isSameDay = account.sending_day === date;
  const rampDay = isSameDay ? Math.max(1, account.ramp_day) : account.ramp_day + 1;
  return {
    allowed: allowedOnDay(limitOf(account), rampDay),
    used: isSameDay ? account.sent_on_day : 0,
    rampDay,
    endsAt,
  };
}
