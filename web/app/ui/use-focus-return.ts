import { useEffect, useRef, useState, type RefObject } from 'react';

/** What had the focus, or the button of the menu it was in: a menu's item is gone by the time focus comes back. */
function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = typeof button === 'string' ? document.getElementById(button) : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Where the focus would go after the dialog that opened last. */
let lastPlaces: readonly HTMLElement[] = [];

/** Those that are open. A closing one stays on the page while it fades. */
const openDialogs = new Set<RefObject<HTMLElement | null>>();

/** Where the focus may go, best first: a dialog that opened out of another one may find the other one gone. */
function placesFor(element: Element | null): readonly HTMLElement[] {
  const opener = openerOf(element);
  if (opener === null) return [];
  return opener.closest('[role="dialog"]') === null ? [opener] : [opener, ...lastPlaces];
}

function isThere(place: HTMLElement): boolean {
  if (!place.isConnected) return false;
  return place.closest('[role="dialog"]') === null || [...openDialogs].some(({ current }) => current?.contains(place));
}

/** Somebody who went on elsewhere meanwhile is left there. */
function isFocusLost(closing: RefObject<HTMLElement | null>): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || closing.current?.contains(now) === true;
}

/** The click that closes a dialog is over by then, and the page it led to has taken the focus. */
const returnMs = 10;

/**
 * Brings the focus back to where it was before a dialog opened, also when the dialog is first rendered open, or is not closed but taken
 * away. Put the answer on the dialog as its `ref`, and switch its own `returnFocus` off: that one takes the focus away from whatever
 * opened over the dialog meanwhile.
 */
export function useFocusReturn(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Read while rendering: after it, the dialog has taken the focus and the menu is gone.
    if (isOpen) setPlaces(placesFor(document.activeElement));
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    lastPlaces = places;
    openDialogs.add(root);
    return () => {
      openDialogs.delete(root);
      setTimeout(() => {
        if (isFocusLost(root)) places.find(isThere)?.focus({ preventScroll: true });
      }, returnMs);
    };
  }, [isOpen, places]);

  return root;
}
