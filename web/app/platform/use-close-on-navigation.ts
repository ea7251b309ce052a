import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Calls `onClose` when the browser's Back or Forward button opens another page behind a layer that isn't part of a page. Ignores other
 * navigation, because a user may open the layer while the page they chose is still loading.
 */
export function useCloseOnNavigation(onClose: () => void): void {
  const { pathname } = useLocation();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isBackOrForward && shown.current !== pathname) close();
    shown.current = pathname;
  }, [pathname, isBackOrForward]);
}
