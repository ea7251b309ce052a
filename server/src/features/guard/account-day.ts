import { allowedOnDay } from '@sandpiper/contract/account-limits';
import type { SendingLimit } from '@sandpiper/contract/account-limits';
import { Temporal } from 'temporal-polyfill';
import type { Config } from '../../platform/config.ts';
import { localDay, nextMidnight } from '../../platform/local-time.ts';
import { oneDay } from '../../platform/time-scale.ts';

/** The time zone to use for accounts without one. */
export const usualTimezone = 'UTC';

export type Zone = {
  timezone: string | null;
  /** The account's date when its time zone was last changed. Null if the time zone was never changed. */
  lasting_day: string | null;
  /** The time at which `lasting_day` ends. */
  lasting_until: string | null;
};

/** A calendar day in an account's time zone, and the time at which it ends. */
export type AccountDay = { date: string; endsAt: Date };

/** Returns the current day in sandbox mode. Such days last only a hundredth of a real day, so their dates run ahead of the calendar. */
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
 * Returns the columns to set when an account's time zone changes. The change doesn't start a new day. The current day lasts until a later
 * date begins in the new time zone, so nobody gets a second daily limit by changing the time zone.
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
  /**
   * The last day on which the account sent a message or may have sent one. Null if there is none. Also null if it turned out that nothing
   * was sent on that day.
   */
  sending_day: string | null;
  /** How many messages count toward the limit of `sending_day`. */
  sent_on_day: number;
  /** How many sending days the account has had since its ramp last restarted. */
  ramp_day: number;
};

/** How many messages an account may send on its current day. */
export type Budget = {
  /** Null if the only limit is the server's own daily limit. */
  allowed: number | null;
  used: number;
  /**
   * Which sending day of the ramp the current day is, starting at 1. It is 0 if the ramp restarted after the day's messages. The next
   * message of the day then makes it day 1. Otherwise, the next sending day is day 1.
   */
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
  const rampDay = isSameDay ? account.ramp_day : account.ramp_day + 1;
  return {
    allowed: allowedOnDay(limitOf(account), rampDay),
    used: isSameDay ? account.sent_on_day : 0,
    rampDay,
    endsAt,
  };
}
