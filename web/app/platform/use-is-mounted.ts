import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that checks whether the component is still on the screen. When an answer arrives late, its dialog may have been closed,
 * and another one may be open.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
