import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Navigation state that makes the target screen open its form for creating something. */
export const openFormState = { opens: 'new' } as const;

/** Calls `open` once when the user arrives with `openFormState`. */
export function useOpenFormOnArrival(open: () => unknown): void {
  const location = useLocation();
  const state: unknown = location.state;
  const navigate = useNavigate();
  const isAsked =
    typeof state === 'object' && state !== null && 'opens' in state && state.opens === openFormState.opens;
  const openNow = useEffectEvent(() => {
    void navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: null });
    open();
  });
  useEffect(() => {
    if (isAsked) openNow();
  }, [isAsked]);
}
