import { Temporal } from 'temporal-polyfill';

/** Formats an ISO 8601 time in UTC for exports, as `yyyy-mm-dd hh:mm:ss`. */
export function shownTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}

/** A time span in which a time zone's offset from UTC doesn't change. All values are in milliseconds, and times are since 1970. */
type Span = { from: number; to: number; offset: number };

/**
 * Returns a function that does the same as `shownTime`, but in a time zone. It remembers the time spans between clock changes, because
 * looking up the offset for each of a million rows would take minutes.
 */
export function shownTimeIn(timezone: string): (time: string) => string {
  if (timezone === 'UTC') return shownTime;
  const spans: Span[] = [];
  let span: Span = { from: 0, to: 0, offset: 0 };
  return (time) => {
    const at = Date.parse(time);
    const isIn = ({ from, to }: Span) => at >= from && at < to;
    if (!isIn(span)) {
      const known = spans.find(isIn);
      span = known ?? spanAround(at, timezone);
      if (known === undefined) spans.push(span);
    }
    return shownTime(new Date(at + span.offset).toISOString());
  };
}

function spanAround(at: number, timezone: string): Span {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
  // `getTimeZoneTransition` ignores a clock change at exactly this time, so add the smallest unit to find such a change.
  const previous = local.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = local.getTimeZoneTransition('next');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: local.offsetNanoseconds / 1_000_000,
  };
}
