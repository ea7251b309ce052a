import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router';

/**
 * Returns a function that opens another page after a request. The function does nothing if the user has left this page since the request
 * was sent, because they are doing something else by then.
 */
export function useNavigateFromHere() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const here = useRef<string | null>(null);
  useEffect(() => {
    here.current = pathname;
    return () => {
      here.current = null;
    };
  }, [pathname]);
  return (to: string, options: NavigateOptions = {}): void => {
    if (here.current === pathname) void navigate(to, options);
  };
}
