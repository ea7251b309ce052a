import type { CallOutput } from '@sandpiper/contract/client';
import { useEffect, useState } from 'react';
import { call } from './api.ts';

type SignInOptions = CallOutput<'GET /api/auth/options'>;

/**
 * Returns what the server offers to guests; undefined until known, null if it couldn't be loaded. This isn't a query because queries
 * are dropped while nobody is signed in.
 */
export function useSignInOptions(): SignInOptions | null | undefined {
  const [options, setOptions] = useState<SignInOptions | null>();
  useEffect(() => {
    const controller = new AbortController();
    call('GET /api/auth/options', undefined, { signal: controller.signal })
      .then(setOptions)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.warn('Could not find out what the server offers to guests', error);
        setOptions(null);
      });
    return () => controller.abort();
  }, []);
  return options;
}
