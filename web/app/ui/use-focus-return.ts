import { useEffect, useRef, useState, type RefObject } from 'react';

/** Returns the focused element, or a menu item's menu button: the item is gone by the time the focus returns. */
function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = typeof button === 'string' ? document.getElementById(button) : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Where the focus goes after the most recently opened dialog closes. */
let lastPlaces: readonly HTMLElement[] = [];

/** The open dialogs. A closing one stays in the document while it fades. */
const openDialogs = new Set<RefObject<HTMLElement | null>>();

/** Returns where the focus may go, best first: the dialog from which a second one was opened may be gone. */
function placesFor(element: Element | null): readonly HTMLElement[] {
  const opener = openerOf(element);
  if (opener === null) return [];
  return opener.closest('[role="dialog"]') === null ? [opener] : [opener, ...lastPlaces];
}

function isThere(place: HTMLElement): boolean {
  if (!place.isConnected) return false;
  return place.closest('[role="dialog"]') === null || [...openDialogs].some(({ current }) => current?.contains(place));
}

/** Returns false if the user has focused something else since then. */
function isFocusLost(closing: RefObject<HTMLElement | null>): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || closing.current?.contains(now) === true;
}

/** Long enough for the click that closes a dialog to end, and for a page that it opens to take the focus. */
const returnMs = 10;

/**
 * Returns the focus to where it was before a dialog opened, even if the dialog is open on first render or is removed instead of closed.
 * Pass the result as the dialog's `ref` and turn off the dialog's own `returnFocus`, which would steal the focus from anything opened
 * over it.
 */
export function useFocusReturn(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // This is read during render: later, the dialog has the focus and the menu is gone.
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
