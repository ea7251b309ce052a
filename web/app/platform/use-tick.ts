import { useEffect, useState } from 'react';

/** Re-renders the component at this interval, so that text that depends on the current time stays up to date. */
export function useTick(intervalMs: number): void {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((before) => before + 1), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
}
