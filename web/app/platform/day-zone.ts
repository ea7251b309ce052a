import { useEffect } from 'react';
import { call } from './api.ts';
import { dayIn, timeZone } from './dates.ts';
import { zoneName } from './time-zones.ts';
import { useUser } from './session.tsx';

/**
 * The time zone in which the user's days are counted. `note` names this time zone, in parentheses, for labels of dates. It is empty if the
 * browser is in this time zone.
 */
export function useDayZone(): { note: string; today: string } {
  const zone = useUser().timezone ?? 'UTC';
  return { note: zone === timeZone ? '' : ` (${zoneName(zone)})`, today: dayIn(zone, new Date()) };
}

/** Sets the user's time zone to the browser's, unless the user already has one. The server then tells all of the user's tabs. */
export function useFirstTimezone(): void {
  const { timezone } = useUser();
  useEffect(() => {
    // If this fails, for example because the database doesn't know the time zone, the days stay in UTC.
    if (timezone === null) call('PUT /api/settings/timezone', { body: { timezone: timeZone } }).catch(() => undefined);
  }, [timezone]);
}
