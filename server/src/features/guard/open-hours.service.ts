import { usualTimezone } from './account-day.ts';
import { isOpen } from './hours.ts';
import { hoursOf } from './sending-facts.service.ts';

/** Checks whether `at` is within all of these stored hours. `timezone` is the account's time zone, and null means UTC. */
export function areHoursOpen(stored: { timezone: string | null; all: readonly unknown[] }, at: Date): boolean {
  return isOpen({ timezone: stored.timezone ?? usualTimezone, all: stored.all.map(hoursOf) }, at);
}
