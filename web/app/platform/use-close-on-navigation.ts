import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Calls `onClose` when the browser's Back or Forward button changes the page behind an overlay that isn't part of a page. Ignores other
 * navigation, because a user may open the overlay while the page they chose is still loading.
 */
export function useCloseOnNavigation(onClose: () => void): void {
  const { key } = useLocation();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const shown = useRef(key);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isBackOrForward && shown.current !== key) close();
    shown.current = key;
  }, [key, isBackOrForward]);
}
