import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The state of a navigation that leads to a screen in order to make something new there. */
export const makingNew = { opens: 'new' } as const;

/** Opens the screen's form for something new when one was led here for it, once. */
export function useOpenNew(open: () => unknown): void {
  const location = useLocation();
  const state: unknown = location.state;
  const navigate = useNavigate();
  const isAsked = typeof state === 'object' && state !== null && 'opens' in state && state.opens === makingNew.opens;
  const openNow = useEffectEvent(() => {
    void navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: null });
    open();
  });
  useEffect(() => {
    if (isAsked) openNow();
  }, [isAsked]);
}
