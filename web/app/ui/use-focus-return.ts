import { useEffect, useRef, useState, type RefObject } from 'react';

/** The focused element, or for a menu item the menu's button: the item is gone by the time the focus returns. */
function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = typeof button === 'string' ? document.getElementById(button) : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Where the focus goes after the dialog that opened last closes. */
let lastPlaces: readonly HTMLElement[] = [];

/** The open dialogs. A closing one stays on the page while it fades. */
const openDialogs = new Set<RefObject<HTMLElement | null>>();

/** Where the focus may go, best first: the dialog that a second one was opened from may be gone. */
function placesFor(element: Element | null): readonly HTMLElement[] {
  const opener = openerOf(element);
  if (opener === null) return [];
  return opener.closest('[role="dialog"]') === null ? [opener] : [opener, ...lastPlaces];
}

function isThere(place: HTMLElement): boolean {
  if (!place.isConnected) return false;
  return place.closest('[role="dialog"]') === null || [...openDialogs].some(({ current }) => current?.contains(place));
}

/** A user who has focused something else since then stays there. */
function isFocusLost(closing: RefObject<HTMLElement | null>): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || closing.current?.contains(now) === true;
}

/** By then the click that closes a dialog has ended, and a page it opened has taken the focus. */
const returnMs = 10;

/**
 * Returns the focus to where it was before a dialog opened, even if the dialog is first rendered open, or is removed instead of closed.
 * Pass the result as the dialog's `ref` and turn its own `returnFocus` off, which would take the focus from anything opened over it.
 */
export function useFocusReturn(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Read during render: afterwards the dialog has the focus and the menu is gone.
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
