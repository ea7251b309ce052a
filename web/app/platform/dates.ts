import dayjs from 'dayjs';
import { platformTexts } from './platform.texts.ts';

/** The viewer's time zone, such as Europe/Berlin. */
export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** DD-MM-YYYY HH:mm in the viewer's time zone. */
export function formatDateTime(iso: string): string {
  return dayjs(iso).format('DD-MM-YYYY HH:mm');
}

/** Such as "Thu 3 Dec", "Thu 09:20" within the next 24 hours, or "14:20" today. */
export function formatRoughly(iso: string, now: Date): string {
  const at = dayjs(iso);
  if (at.isSame(now, 'day')) return at.format('HH:mm');
  return at.format(at.diff(now, 'hour') < 24 ? 'ddd HH:mm' : 'ddd D MMM');
}

/** The time of a log entry: with its date unless it is from today. */
export function formatLogTime(iso: string, now: Date): string {
  const at = dayjs(iso);
  return at.format(at.isSame(now, 'day') ? 'HH:mm:ss' : 'DD-MM-YYYY HH:mm:ss');
}

/** A day such as `2026-11-21`, as DD-MM-YYYY. */
export function formatDay(day: string): string {
  return dayjs(day.slice(0, 10)).format('DD-MM-YYYY');
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });

/** Such as "5 minutes ago" or "in 2 hours"; "just now" within half a minute. */
export function formatRelative(iso: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) < 30) return seconds > 5 ? platformTexts.inSeconds(seconds) : platformTexts.justNow;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(seconds, 'second');
}

export { formatCount } from './numbers.ts';
