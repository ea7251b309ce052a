import dayjs from 'dayjs';
import { platformTexts } from './platform.texts.ts';

/** The viewer's time zone, such as Europe/Berlin. */
export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats a time as DD-MM-YYYY HH:mm in the viewer's time zone. */
export function formatDateTime(iso: string): string {
  return dayjs(iso).format('DD-MM-YYYY HH:mm');
}

/**
 * Formats a future time as "14:20" if it is today, as "Thu 09:20" if it is less than 24 hours away, and otherwise as "Thu 3 Dec", with the
 * year unless it is this year.
 */
export function formatRoughly(iso: string, now: Date): string {
  const at = dayjs(iso);
  if (at.isSame(now, 'day')) return at.format('HH:mm');
  if (at.diff(now, 'hour') < 24) return at.format('ddd HH:mm');
  const date = at.format('ddd D MMM');
  return at.isSame(now, 'year') ? date : `${date} ${at.year()}`;
}

/** Formats a log entry's time. Includes the date unless it is today. */
export function formatLogTime(iso: string, now: Date): string {
  const at = dayjs(iso);
  return at.format(at.isSame(now, 'day') ? 'HH:mm:ss' : 'DD-MM-YYYY HH:mm:ss');
}

/** Formats a date such as `2026-11-21` as DD-MM-YYYY. */
export function formatDay(day: string): string {
  return dayjs(day.slice(0, 10)).format('DD-MM-YYYY');
}

/** Returns the date in a time zone, such as `2026-11-21`. If the browser doesn't know the time zone, returns the date in UTC. */
export function dayIn(zone: string, at: Date): string {
  try {
    // Swedish dates have this format.
    return new Intl.DateTimeFormat('sv', { timeZone: zone }).format(at);
  } catch {
    return utcDay(at);
  }
}

/** Returns the date in UTC, such as `2026-11-21`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en');

/**
 * Formats a time as "5 minutes ago" or "in 2 hours", and within a minute of `now` as "just now" or "in less than a minute". Never counts
 * seconds, because the text is updated only every 30 seconds.
 */
export function formatRelative(iso: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  // The server's clock might be slightly ahead of the browser's.
  if (found === undefined) return seconds > 5 ? platformTexts.soon : platformTexts.justNow;
  const [unit, size] = found;
  return relative.format(Math.trunc(seconds / size), unit);
}
