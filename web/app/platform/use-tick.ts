import { useEffect, useState } from 'react';

/** Renders the component again at this interval, for texts that depend on the current time. */
export function useTick(intervalMs: number): void {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((before) => before + 1), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
}
