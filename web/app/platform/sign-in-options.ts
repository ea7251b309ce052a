import type { CallOutput } from '@sandpiper/contract/client';
import { registrationModes } from '@sandpiper/contract/registration-modes';
import { useEffect, useState } from 'react';
import { call } from './api.ts';
import { pageSetting } from './page-settings.ts';

export type SignInOptions = CallOutput<'GET /api/auth/options'>;

/** Returns the options to use until the server responds. The server writes most of them into each page's HTML. */
function optionsOfPage(): SignInOptions {
  const written = document.documentElement.dataset['registration'];
  const registration = registrationModes.find((mode) => mode === written) ?? 'open';
  return {
    can_reset_password: false,
    registration,
    trial_days: Number(pageSetting('trialDays') ?? 0),
    terms_url: pageSetting('termsUrl') ?? null,
    privacy_url: pageSetting('privacyUrl') ?? null,
  };
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
      // During an update, a server of the previous version may leave some options out.
      .then((answer) => setOptions({ ...optionsOfPage(), ...answer }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.warn('Couldn’t load the sign-in options', error);
      });
    return () => controller.abort();
  }, []);
  return options;
}
