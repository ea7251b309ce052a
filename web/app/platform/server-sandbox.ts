import { useEffect, useState } from 'react';
import { call } from './api.ts';

/** Whether the server is a sandbox, as it tells everybody; undefined until it has, and while there is no need to ask. */
export function useServerSandbox(isAsking = true): boolean | undefined {
  const [isSandbox, setSandbox] = useState<boolean>();
  useEffect(() => {
    if (!isAsking) return undefined;
    const controller = new AbortController();
    call('GET /api/health', undefined, { signal: controller.signal })
      .then((health) => setSandbox(health.sandbox))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.warn('The server does not say whether it is a sandbox', error);
      });
    return () => controller.abort();
  }, [isAsking]);
  return isSandbox;
}
