import { useEffect } from 'react';

/** Makes the browser ask for confirmation before the tab is closed or reloaded, as long as `isLosing` is true. */
export function useLeaveWarning(isLosing: boolean): void {
  useEffect(() => {
    if (!isLosing) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isLosing]);
}
