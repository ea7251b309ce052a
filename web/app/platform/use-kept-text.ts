import { useEffect, useEffectEvent } from 'react';
import { useSession } from './session.tsx';
import { readToken } from './token-store.ts';

type KeptText = {
  /** Identifies the field among the user's fields. */
  name: string;
  /** What the user has typed but not saved. Empty if there is nothing to keep. */
  text: string;
  /** Whether the field is on screen. */
  isOpen?: boolean;
  onRestore: (text: string) => void;
};

/**
 * Keeps unsaved text when the session ends, unless the user signed out in this tab. Restores the text when the same user opens the field
 * again in this tab.
 */
export function useKeptText({ name, text, isOpen = true, onRestore }: KeptText): void {
  const { user, hasSignedOut } = useSession();
  const key = `sandpiper-text-${user?.id ?? ''}-${name}`;
  const restore = useEffectEvent(() => {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (kept !== null) onRestore(kept);
  });
  const keep = useEffectEvent(() => {
    if (text === '' || readToken() !== null || hasSignedOut()) return;
    try {
      sessionStorage.setItem(key, text);
    } catch (error) {
      console.warn('Couldn’t keep the unsaved text', error);
    }
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    restore();
    return () => keep();
  }, [isOpen]);
}
