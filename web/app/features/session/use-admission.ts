import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api.ts';
import type { registerTexts } from './register.texts.ts';

export type Admission = keyof typeof registerTexts.admission;

/**
 * Returns whether an invitation is valid. Returns undefined while loading or if no check is needed. If the request fails, returns true,
 * because the server checks again on submission.
 */
function useIsValid(invitation: string | null, isNeeded: boolean): boolean | undefined {
  const [isValid, setValid] = useState<boolean>();
  useEffect(() => {
    if (!isNeeded || invitation === null) return undefined;
    const controller = new AbortController();
    call('POST /api/auth/invitation', { body: { invitation } }, { signal: controller.signal })
      .then((answer) => setValid(answer.is_valid))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.warn('Couldn’t check whether the invitation is valid', error);
        setValid(true);
      });
    return () => controller.abort();
  }, [invitation, isNeeded]);
  return isValid;
}

/** Returns whether a visitor with this invitation may register and, if not, why. Returns `checking` until the server has responded. */
export function useAdmission(registration: RegistrationMode, invitation: string | null): Admission {
  const isValid = useIsValid(invitation, registration === 'invitation');
  if (registration === 'open') return 'admitted';
  if (registration === 'closed') return 'closed';
  if (invitation === null) return 'missing';
  if (isValid === undefined) return 'checking';
  return isValid ? 'admitted' : 'ended';
}
