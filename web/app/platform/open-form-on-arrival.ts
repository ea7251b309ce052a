import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Navigation state that tells the target screen to open its form. */
export const openFormState = { opens: 'new' } as const;

/** Returns whether this navigation state tells the target screen to open its form. */
export function opensForm(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opens' in state && state.opens === openFormState.opens;
}

/** Calls `open` once if the user navigated here with `openFormState`. */
export function useOpenFormOnArrival(open: () => unknown): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isAsked = opensForm(location.state);
  const openNow = useEffectEvent(() => {
    void navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: null });
    open();
  });
  useEffect(() => {
    if (isAsked) openNow();
  }, [isAsked]);
}
