import { allowedOnDay } from '@sandpiper/contract/account-limits';
import type { SendingLimit } from '@sandpiper/contract/account-limits';
import type { Schedule } from './hours.ts';
import type { AccountDay } from './account-day.ts';
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
  /** Returns the account's day that contains this time. */
  dayOf: (at: Date) => AccountDay;
};

type Stretch = { from: number; everyMs: number; count: number };

export type Forecast = {
  first: Date;
  last: Date;
  /** The number of messages per day from all accounts together, until the last day with messages. Can lack days without messages. */
  perDay: Map<string, number>;
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

/** A day of an account's simulation. `from` is when it begins, or when the account can first send. */
type SimulatedDay = { date: string; from: number; stretches: Stretch[] };

/** Yields an account's days in order. Stops after `horizonDays`, or if its hours don't open within two weeks. */
function* daysOf(account: ForecastAccount, everyMs: number): Generator<SimulatedDay, undefined> {
  let { used, rampDay } = account;
  let from = account.from.getTime();
  const times = openTimes(account.schedule, account.from);
  for (let day = 0; day < horizonDays; day += 1) {
    if (times.opening(from) === null) return;
    const { date, endsAt } = account.dayOf(new Date(from));
    const end = endsAt.getTime();
    const allowed = Math.min(allowedOnDay(account.limit, rampDay) ?? account.ceiling, account.ceiling);
    const stretches = stretchesOfDay(times, { from, to: end, everyMs, budget: Math.max(0, allowed - used) });
    yield { date, from, stretches };
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

/** Takes days from an account's simulation in order. */
function walkThrough(days: Generator<SimulatedDay, undefined>) {
  let next = days.next();
  return {
    isOver: () => next.done === true,
    /** Takes the next days, up to those that begin before `until`. */
    takeUntil: (until: number): SimulatedDay[] => {
      const taken: SimulatedDay[] = [];
      for (; next.done !== true && next.value.from < until; next = days.next()) taken.push(next.value);
      return taken;
    },
  };
}

const countOf = (stretches: readonly Stretch[]) => stretches.reduce((sum, { count }) => sum + count, 0);

/** Distributes `people` messages among the dates. Ends with the last date with messages. */
function countPerDay(days: readonly SimulatedDay[], people: number): Map<string, number> {
  const perDay = new Map<string, number>();
  let left = people;
  for (const { date, stretches } of days.toSorted((one, other) => one.date.localeCompare(other.date))) {
    if (left === 0) break;
    const count = Math.min(left, countOf(stretches));
    perDay.set(date, (perDay.get(date) ?? 0) + count);
    left -= count;
  }
  return perDay;
}

const roundMs = 86_400_000;

/**
 * Forecasts when these accounts will have messaged `people` people. Returns null if that takes longer than `horizonDays`, or if
 * there are no people or no accounts. `everySeconds` is the time between two messages from the same account.
 */
export function forecast(accounts: readonly ForecastAccount[], people: number, everySeconds: number): Forecast | null {
  if (people === 0 || accounts.length === 0) return null;
  const walks = accounts.map((account) => walkThrough(daysOf(account, everySeconds * 1000)));
  const days: SimulatedDay[] = [];
  const stretches: Stretch[] = [];
  let until = Math.min(...accounts.map(({ from }) => from.getTime()));
  while (!walks.every((walk) => walk.isOver())) {
    until += roundMs;
    for (const day of walks.flatMap((walk) => walk.takeUntil(until))) {
      days.push(day);
      stretches.push(...day.stretches);
    }
    if (countOf(stretches) < people) continue;
    const last = momentOf(stretches, people);
    // If it is later, an account whose next day begins earlier may be faster.
    if (last >= until) continue;
    const first = stretches.reduce((earliest, { from }) => Math.min(earliest, from), Number.POSITIVE_INFINITY);
    return { first: new Date(first), last: new Date(last), perDay: countPerDay(days, people) };
  }
  return null;
}
