import { allowedOnDay } from '@sandpiper/contract/account-limits';
import type { SendingLimit } from '@sandpiper/contract/account-limits';
import type { Schedule } from './hours.ts';
import { openTimes } from './open-times.ts';
import type { OpenTimes } from './open-times.ts';

/*
 * Forecasts when a campaign will end. Simulates each account day by day, with its hours, limit, ramp and pace. The result is a
 * list of stretches: periods in which an account sends one message after another at a constant pace.
 */

export type ForecastAccount = {
  /** When the account can first send. */
  from: Date;
  limit: SendingLimit;
  /** The server's own daily limit per account. */
  ceiling: number;
  /** How many messages already count toward the current day's limit. */
  used: number;
  /** Which sending day of the ramp the current day is, starting at 1. */
  rampDay: number;
  schedule: Schedule;
  /** Returns the end of the account's day that contains this time. */
  dayEndOf: (at: Date) => Date;
};

type Stretch = { from: number; everyMs: number; count: number };

export type Forecast = {
  first: Date;
  last: Date;
  /** The number of messages per day from all accounts together, from today on. */
  perDay: number[];
};

/** The maximum number of days to simulate. Nobody plans further ahead, and the limits will have changed by then. */
const horizonDays = 1000;

type Day = { from: number; to: number; everyMs: number; budget: number };

/** Returns one day's stretches in chronological order, with at most `budget` messages in total. */
function stretchesOfDay(times: OpenTimes, { from, to, everyMs, budget }: Day): Stretch[] {
  const stretches: Stretch[] = [];
  let left = budget;
  let start = from;
  while (left > 0) {
    const opens = times.opening(start);
    if (opens === null || opens >= to) break;
    const closes = Math.min(times.closing(opens), to);
    const count = Math.min(left, Math.ceil((closes - opens) / everyMs));
    stretches.push({ from: opens, everyMs, count });
    left -= count;
    // The pause after the last message continues even outside the account's hours.
    start = Math.max(closes, opens + count * everyMs);
  }
  return stretches;
}

/** Yields the stretches of each of an account's days. Stops after `horizonDays`, or earlier if the account's hours never open again. */
function* daysOf(account: ForecastAccount, everyMs: number): Generator<Stretch[], undefined> {
  let { used, rampDay } = account;
  let from = account.from.getTime();
  const times = openTimes(account.schedule, account.from);
  for (let day = 0; day < horizonDays; day += 1) {
    if (times.opening(from) === null) return;
    const end = account.dayEndOf(new Date(from)).getTime();
    const allowed = Math.min(allowedOnDay(account.limit, rampDay) ?? account.ceiling, account.ceiling);
    const stretches = stretchesOfDay(times, { from, to: end, everyMs, budget: Math.max(0, allowed - used) });
    yield stretches;
    const last = stretches.at(-1);
    // A day without messages doesn't advance the ramp.
    if (last !== undefined || used > 0) rampDay += 1;
    used = 0;
    from = last === undefined ? end : Math.max(end, last.from + last.count * everyMs);
  }
}

function countUntil(stretches: readonly Stretch[], at: number): number {
  return stretches.reduce((sum, { from, everyMs, count }) => {
    return sum + (at < from ? 0 : Math.min(count, Math.floor((at - from) / everyMs) + 1));
  }, 0);
}

/** Finds the time at which the stretches reach `people` messages, accurate to a second. */
function momentOf(stretches: readonly Stretch[], people: number): number {
  let [early, late] = [Number.POSITIVE_INFINITY, 0];
  for (const { from, everyMs, count } of stretches) {
    early = Math.min(early, from);
    late = Math.max(late, from + (count - 1) * everyMs);
  }
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2);
    if (countUntil(stretches, middle) >= people) late = middle;
    else early = middle;
  }
  return late;
}

/**
 * Forecasts when these accounts will have messaged `people` people. Returns null if that takes longer than `horizonDays`, or if
 * there are no people or no accounts. `everySeconds` is the time between two messages from the same account.
 */
export function forecast(accounts: readonly ForecastAccount[], people: number, everySeconds: number): Forecast | null {
  if (people === 0 || accounts.length === 0) return null;
  const stretches: Stretch[] = [];
  const perDay: number[] = [];
  const walks = accounts.map((account) => daysOf(account, everySeconds * 1000));
  let total = 0;
  // Simulates one day more than needed, because the accounts' days end at different times.
  for (let extra = 0; extra < 2;) {
    const day = walks.flatMap((walk) => walk.next().value ?? []);
    const sent = day.reduce((sum, { count }) => sum + count, 0);
    if (perDay.length >= horizonDays) break;
    stretches.push(...day);
    perDay.push(Math.min(sent, Math.max(0, people - total)));
    total += sent;
    if (total >= people) extra += 1;
  }
  if (total < people) return null;
  while (perDay.at(-1) === 0) perDay.pop();
  return {
    first: new Date(stretches.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY)),
    last: new Date(momentOf(stretches, people)),
    perDay,
  };
}
