import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from '../platform/dates.ts';

const tickMs = 30_000;

/** The exact time with "5 minutes ago" beside it. */
export function RelativeTime({ at, fallback = '–' }: { at: string | null; fallback?: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (at === null) return <span>{fallback}</span>;
  return (
    <time dateTime={at}>
      <span style={{ whiteSpace: 'nowrap' }}>{formatDateTime(at)}</span>{' '}
      <small style={{ whiteSpace: 'nowrap', color: 'var(--text-dim)' }}>({formatRelative(at, now)})</small>
    </time>
  );
}

/** The exact time, DD-MM-YYYY HH:mm. */
export function ExactTime({ at, fallback = '–' }: { at: string | null; fallback?: string }) {
  return at === null ? <span>{fallback}</span> : <time dateTime={at}>{formatDateTime(at)}</time>;
}
