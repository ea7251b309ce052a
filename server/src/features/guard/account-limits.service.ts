import type { Hours, Ramp } from '@sandpiper/contract/account-limits';
import type { UpdateObject } from 'kysely';
import type { DB } from '../../platform/database/database.types.ts';
import { dayOfMove } from './account-day.ts';
import type { Zone } from './account-day.ts';

export { budgetOf, dayOf, limitOf } from './account-day.ts';

/** The limits, time zone and hours that a user can set for an account. A missing field keeps the current setting. Null removes it. */
export type LimitsInput = {
  daily_limit?: number | null | undefined;
  ramp?: Ramp | null | undefined;
  timezone?: string | null | undefined;
  hours?: Hours | undefined;
};

/** Returns the limits of a new account, with null for missing fields. */
export function allLimits({
  daily_limit = null,
  ramp = null,
  timezone = null,
  hours = null,
}: LimitsInput): LimitsInput {
  return { daily_limit, ramp, timezone, hours };
}

/** The account's current time zone and ramp. */
type Known = Zone & { ramp_start: number | null };

/**
 * Returns the columns to update for these settings. A ramp with another start begins with its first day, because the account's earlier days
 * of sending weren't part of it. A new time zone applies to the hours immediately. It applies to the daily counts once a
 * date later than the account's current day begins in that zone.
 */
export function limitColumns(input: LimitsInput, known: Known | null): UpdateObject<DB, 'profiles'> {
  const { daily_limit, ramp, timezone, hours } = input;
  const isNewRamp = ramp !== undefined && ramp !== null && ramp.start !== known?.ramp_start;
  const isMoved = known !== null && timezone !== undefined && timezone !== known.timezone;
  return {
    ...(daily_limit === undefined ? {} : { daily_limit }),
    ...(ramp === undefined ? {} : { ramp_start: ramp?.start ?? null, ramp_step: ramp?.step ?? null }),
    ...(isNewRamp ? { ramp_day: 0 } : {}),
    ...(hours === undefined ? {} : { hours: hours === null ? null : JSON.stringify(hours) }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(isMoved ? dayOfMove(known, timezone, new Date()) : {}),
  };
}
