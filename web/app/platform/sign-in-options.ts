import type { CallOutput } from '@sandpiper/contract/client';
import { useEffect, useState } from 'react';
import { call } from './api.ts';

type SignInOptions = CallOutput<'GET /api/auth/options'>;

/**
 * What the server offers to guests; undefined until known, null when it could not be found out. Not a query: those of guests are
 * dropped with the session that they don't have.
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
