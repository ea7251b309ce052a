import { allowedOnDay } from '@sandpiper/contract/account-limits';
import type { SendingLimit } from '@sandpiper/contract/account-limits';
import { Temporal } from 'temporal-polyfill';
import type { Config } from '../../platform/config.ts';
import { oneDay } from '../../platform/time-scale.ts';
import { localDay, nextMidnight } from './hours.ts';

/** Where nothing else is known. */
export const usualTimezone = 'UTC';

export type Zone = { timezone: string | null; old_timezone: string | null; old_timezone_until: string | null };

/** A day of an account: its date on the account's calendar, and when it ends. */
export type AccountDay = { date: string; endsAt: Date };

/** A new time zone begins at its next midnight; until then, days are counted in the one before. */
export function zoneAt({ timezone, old_timezone, old_timezone_until }: Zone, at: Date): string {
  const isOld = old_timezone_until !== null && at < new Date(old_timezone_until);
  return (isOld ? old_timezone : timezone) ?? usualTimezone;
}

/** In sandbox mode, a day lasts a hundredth of a day, so its date runs ahead of the calendar's. */
function scaledDay(seconds: number, at: Date): AccountDay {
  const length = seconds * 1000;
  const index = Math.floor(at.getTime() / length);
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: index });
  return { date: date.toString(), endsAt: new Date((index + 1) * length) };
}

export function dayOf(config: Config, zone: Zone, at: Date): AccountDay {
  if (config.sandbox) return scaledDay(oneDay(config), at);
  const timezone = zoneAt(zone, at);
  const midnight = nextMidnight(at, timezone);
  const until = zone.old_timezone_until === null ? null : new Date(zone.old_timezone_until);
  const endsEarlier = until !== null && at < until && until < midnight;
  return { date: localDay(at, timezone), endsAt: endsEarlier ? until : midnight };
}

export type BudgetColumns = Zone & {
  daily_limit: number | null;
  ramp_start: number | null;
  ramp_step: number | null;
  /** Its last day with a message. */
  sending_day: string | null;
  /** Messages of that day that count. */
  sent_on_day: number;
  /** Which day of sending that was since the ramp began. */
  ramp_day: number;
};

/** What an account may send on its current day. */
export type Budget = {
  /** Null: as many as the server's ceiling allows. */
  allowed: number | null;
  used: number;
  /** Which day of sending it is, counted from 1. */
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
