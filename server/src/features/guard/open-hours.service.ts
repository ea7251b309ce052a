import { usualTimezone } from './account-day.ts';
import { isOpen } from './hours.ts';
import { hoursOf } from './sending-facts.service.ts';

/** Checks whether all of these stored hours are open. `timezone` is the account's time zone. */
export function areHoursOpen(stored: { timezone: string | null; all: readonly unknown[] }, at: Date): boolean {
  return isOpen({ timezone: stored.timezone ?? usualTimezone, all: stored.all.map(hoursOf) }, at);
}
