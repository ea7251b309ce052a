/*
 * How much an account can send, and when: its daily limit, ramp and hours. This file doesn't depend on zod, so forms can import it. The
 * schemas are in account-limits.schema.ts.
 */

/** The highest daily limit a user can set. */
export const dailyLimitMax = 100;

/** A daily limit that grows: day n of sending allows `start + (n - 1) × step` messages. */
export type Ramp = { start: number; step: number };

/** An account's own limit and ramp. Each is null if it isn't set. */
export type SendingLimit = { daily_limit: number | null; ramp: Ramp | null };

/** A time range on one weekday. `day` is 1 (Monday) to 7 (Sunday). `from` and `to` look like `"09:00"`, and `to` can be `"24:00"`. */
export type HoursRange = { day: number; from: string; to: string };

/** Sending hours. Null or empty means any time. */
export type Hours = readonly HoursRange[] | null;

export const limitPresets = {
  new: { daily_limit: 40, ramp: { start: 10, step: 3 } },
  established: { daily_limit: 40, ramp: null },
  none: { daily_limit: null, ramp: null },
} as const satisfies Record<string, SendingLimit>;
export type LimitPreset = keyof typeof limitPresets | 'custom';

function isSameRamp(a: Ramp | null, b: Ramp | null): boolean {
  return a?.start === b?.start && a?.step === b?.step;
}

export function presetOf(limit: SendingLimit): LimitPreset {
  for (const name of ['new', 'established', 'none'] as const) {
    const preset = limitPresets[name];
    if (preset.daily_limit === limit.daily_limit && isSameRamp(preset.ramp, limit.ramp)) return name;
  }
  return 'custom';
}

/**
 * Returns how many messages an account can send on its n-th sending day, counted from 1. Returns null if only the server's
 * ceiling applies. A day whose messages were sent before the ramp restarted counts as day 0 and has the first day's limit.
 */
export function allowedOnDay({ daily_limit, ramp }: SendingLimit, n: number): number | null {
  if (ramp === null) return daily_limit;
  const ramped = ramp.start + Math.max(0, n - 1) * ramp.step;
  return daily_limit === null ? ramped : Math.min(ramped, daily_limit);
}

/** Converts `"09:30"` to minutes since midnight. `"24:00"` is 1440. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}
