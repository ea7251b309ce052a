/** Formats the name of a time zone for display. Null means UTC. */
export const zoneName = (zone: string | null) => (zone ?? 'UTC').replaceAll('_', ' ');

/** Returns UTC, all time zones that the browser supports, and the current time zone, as choices for a select. */
export function timeZonesWith(current: string | null) {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(current === null ? [] : [current])]);
  return [...zones].map((value) => ({ value, label: zoneName(value) }));
}
