import { allowedOnDay } from '@sandpiper/contract/account-limits';
import type { SendingLimit } from '@sandpiper/contract/account-limits';
import type { Schedule } from './hours.ts';
import type { AccountDay, Zone } from './account-day.ts';
import { openTimes } from './open-times.ts';
import type { OpenTimes } from './open-times.ts';

/*
 * Forecasts when a campaign will end. Simulates each account day by day, with its hours, limit, ramp and pace. The simulation yields
 * stretches: periods in which an account sends one message after another at a constant pace.
 */

export type ForecastAccount = {
  /** When the account can first send. */
  from: Date;
  limit: SendingLimit;
  /** The server's own daily limit per account. */
  ceiling: number;
  /** How many messages already count toward the limit of the day on which `from` falls. */
  used: number;
  /** Which sending day of the ramp the day of `from` is, starting at 1. 0 if the ramp restarted after the day's messages. */
  rampDay: number;
  schedule: Schedule;
  zone: Zone;
};

/** `count` is the number of messages that each account sends. */
type Stretch = { from: number; everyMs: number; count: number };

export type Forecast = {
  first: Date;
  last: Date;
  /** The number of messages per day from all accounts together, until the last day with messages. Days without messages may be missing. */
  perDay: Map<string, number>;
};

/** The maximum number of days to simulate. Nobody plans further ahead, and the limits will have changed by then. */
const horizonDays = 1000;

/** Returns the maximum number of messages that the accounts can send within the horizon, as if their schedules were open every day. */
function mostWithinHorizon(accounts: readonly ForecastAccount[]): number {
  const perDay = ({ limit, ceiling, rampDay }: ForecastAccount) =>
    Math.min(allowedOnDay(limit, rampDay + horizonDays) ?? ceiling, ceiling);
  return horizonDays * accounts.reduce((sum, account) => sum + perDay(account), 0);
}

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

type SimulatedDay = { date: string; accounts: number; stretches: Stretch[] };

/** Returns the day on which a time falls in a time zone. */
type DayOf = (zone: Zone, at: Date) => AccountDay;

/** The simulation of one account, or of several accounts whose remaining days are identical. */
type Simulation = {
  accounts: number;
  /** When the next day to simulate begins. Infinite after `horizonDays` days, or if the schedule doesn't open within two weeks. */
  nextDayAt: number;
  /** Simulations with the same key have identical remaining days. */
  key: string;
  takeDay: () => SimulatedDay;
};

function simulate(account: ForecastAccount, everyMs: number, dayOf: DayOf): Simulation {
  const { limit, ceiling, schedule, zone } = account;
  const settings = JSON.stringify({ limit, ceiling, schedule, zone });
  const times = openTimes(schedule, account.from);
  let { used, rampDay } = account;
  let from = account.from.getTime();
  let daysLeft = horizonDays;
  const nextDayAt = () => (daysLeft === 0 || times.opening(from) === null ? Number.POSITIVE_INFINITY : from);
  const keyNow = () => `${from} ${used} ${limit.ramp === null ? '' : rampDay} ${daysLeft} ${settings}`;
  const simulation: Simulation = {
    accounts: 1,
    nextDayAt: nextDayAt(),
    key: keyNow(),
    takeDay: () => {
      const { date, endsAt } = dayOf(zone, new Date(from));
      const end = endsAt.getTime();
      const allowed = Math.min(allowedOnDay(limit, rampDay) ?? ceiling, ceiling);
      const stretches = stretchesOfDay(times, { from, to: end, everyMs, budget: Math.max(0, allowed - used) });
      const last = stretches.at(-1);
      // A day without messages doesn't advance the ramp.
      if (last !== undefined) rampDay = Math.max(1, rampDay) + 1;
      else if (used > 0) rampDay += 1;
      used = 0;
      daysLeft -= 1;
      from = last === undefined ? end : Math.max(end, last.from + last.count * everyMs);
      simulation.nextDayAt = nextDayAt();
      simulation.key = keyNow();
      return { date, accounts: simulation.accounts, stretches };
    },
  };
  return simulation;
}

/** Combines simulations with identical remaining days. After the first day, this usually combines all accounts with the same settings. */
function merge(simulations: readonly Simulation[]): Simulation[] {
  const merged = new Map<string, Simulation>();
  for (const simulation of simulations) {
    const same = merged.get(simulation.key);
    if (same === undefined) merged.set(simulation.key, simulation);
    else same.accounts += simulation.accounts;
  }
  return [...merged.values()];
}

function countUntil(days: readonly SimulatedDay[], at: number): number {
  let people = 0;
  for (const { accounts, stretches } of days) {
    for (const { from, everyMs, count } of stretches) {
      if (at >= from) people += accounts * Math.min(count, Math.floor((at - from) / everyMs) + 1);
    }
  }
  return people;
}

/** Finds when the number of messages sent on these days reaches `people`, accurate to a second. */
function momentOf(days: readonly SimulatedDay[], people: number): number {
  let [early, late] = [Number.POSITIVE_INFINITY, 0];
  for (const { from, everyMs, count } of days.flatMap(({ stretches }) => stretches)) {
    early = Math.min(early, from);
    late = Math.max(late, from + (count - 1) * everyMs);
  }
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2);
    if (countUntil(days, middle) >= people) late = middle;
    else early = middle;
  }
  return late;
}

function firstOf(days: readonly SimulatedDay[]): Date {
  const stretches = days.flatMap((day) => day.stretches);
  return new Date(stretches.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY));
}

function countOf({ accounts, stretches }: SimulatedDay): number {
  return accounts * stretches.reduce((sum, { count }) => sum + count, 0);
}

/** Distributes `people` messages among the dates in chronological order, up to what the accounts can send on each date. */
function countPerDay(days: readonly SimulatedDay[], people: number): Map<string, number> {
  const perDay = new Map<string, number>();
  let left = people;
  for (const day of days.toSorted((one, other) => one.date.localeCompare(other.date))) {
    if (left === 0) break;
    const count = Math.min(left, countOf(day));
    perDay.set(day.date, (perDay.get(day.date) ?? 0) + count);
    left -= count;
  }
  return perDay;
}

type Asked = { people: number; everySeconds: number; dayOf: DayOf };

/**
 * Forecasts when these accounts will have messaged `people` people. Returns null if there are no people or no accounts, if the accounts'
 * schedules never open, or if the accounts need more than `horizonDays` days. `everySeconds` is the time between two messages from the same
 * account.
 */
export function forecast(
  accounts: readonly ForecastAccount[],
  { people, everySeconds, dayOf }: Asked,
): Forecast | null {
  // Return early if the accounts can't reach everyone within the horizon. Simulating all of its days takes tens of milliseconds.
  if (people === 0 || people > mostWithinHorizon(accounts)) return null;
  let simulations = accounts.map((account) => simulate(account, everySeconds * 1000, dayOf));
  const days: SimulatedDay[] = [];
  for (let total = 0; ;) {
    const next = Math.min(...simulations.map(({ nextDayAt }) => nextDayAt));
    const last = total < people ? next : momentOf(days, people);
    // If another day begins before `last`, its messages may make `last` earlier. That day therefore has to be simulated first.
    if (last < next) return { first: firstOf(days), last: new Date(last), perDay: countPerDay(days, people) };
    if (next === Number.POSITIVE_INFINITY) return null;
    const due = merge(simulations.filter(({ nextDayAt }) => nextDayAt === next));
    simulations = [...simulations.filter(({ nextDayAt }) => nextDayAt !== next), ...due];
    for (const simulation of due) {
      const day = simulation.takeDay();
      days.push(day);
      total += countOf(day);
    }
  }
}
