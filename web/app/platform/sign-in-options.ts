import type { CallOutput } from '@sandpiper/contract/client';
import { registrationModes } from '@sandpiper/contract/registration-modes';
import { useEffect, useState } from 'react';
import { call } from './api.ts';

type SignInOptions = CallOutput<'GET /api/auth/options'>;

/** Returns the options to use until the server responds. The server writes the registration mode into each page's HTML. */
function optionsOfPage(): SignInOptions {
  const written = document.documentElement.dataset['registration'];
  const registration = registrationModes.find((mode) => mode === written) ?? 'open';
  return { can_reset_password: false, registration, trial_days: 0 };
}

/**
 * Returns which sign-in and registration options the server offers. Doesn't use the query client, whose cache is cleared when nobody is
 * signed in.
 */
export function useSignInOptions(): SignInOptions {
  const [options, setOptions] = useState(optionsOfPage);
  useEffect(() => {
    const controller = new AbortController();
    call('GET /api/auth/options', undefined, { signal: controller.signal })
      .then(setOptions)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.warn('Couldn’t load the sign-in options', error);
      });
    return () => controller.abort();
  }, []);
  return options;
}
