import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Calls `onClose` when another page opens behind a layer that isn't part of a page, for example after the user has pressed the browser's
 * Back button.
 */
export function useCloseOnNavigation(onClose: () => void): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (shown.current !== pathname) close();
    shown.current = pathname;
  }, [pathname]);
}
