import { useEffect, useState } from 'react';
import { call } from './api.ts';

/** Returns whether the server runs in sandbox mode. Undefined until the server has answered. Asks only while `isAsking` is true. */
export function useServerSandbox(isAsking = true): boolean | undefined {
  const [isSandbox, setSandbox] = useState<boolean>();
  useEffect(() => {
    if (!isAsking) return undefined;
    const controller = new AbortController();
    call('GET /api/health', undefined, { signal: controller.signal })
      .then((health) => setSandbox(health.sandbox))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.warn('Couldn’t check whether the server runs in sandbox mode', error);
      });
    return () => controller.abort();
  }, [isAsking]);
  return isSandbox;
}
