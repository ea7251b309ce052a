import { formatDateTime, formatRelative, timeZone } from '../platform/dates.ts';
import { useTick } from '../platform/use-tick.ts';
import { uiTexts } from './ui.texts.ts';
import css from './relative-time.module.css';

const tickMs = 30_000;

/** Shows a time followed by its distance from now, such as "5 minutes ago" or "in 2 hours". The time zone appears on hover. */
export function RelativeTime({ at, fallback = '–' }: { at: string | null; fallback?: string | undefined }) {
  useTick(tickMs);
  if (at === null) return <span>{fallback}</span>;
  return (
    <time dateTime={at} title={uiTexts.time.zone(timeZone)}>
      <span className={css['part']}>{formatDateTime(at)}</span>
      <wbr />
      {/* The space is part of the age, because tables on phones hide the age. */}
      <small className={css['part']}> {uiTexts.time.withAge(formatRelative(at, new Date()))}</small>
    </time>
  );
}

/** Shows a time as DD-MM-YYYY HH:mm. The time zone appears on hover. */
export function ExactTime({ at, fallback = '–' }: { at: string | null; fallback?: string }) {
  if (at === null) return <span>{fallback}</span>;
  return (
    <time className={css['part']} dateTime={at} title={uiTexts.time.zone(timeZone)}>
      {formatDateTime(at)}
    </time>
  );
}
