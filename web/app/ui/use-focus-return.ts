import { useEffect, useRef, useState, type RefObject } from 'react';

/** Returns the element to focus later: the given one, or for a menu item the menu's button, because the item will be gone by then. */
function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = typeof button === 'string' ? document.getElementById(button) : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Where the focus goes after the most recently opened dialog closes. */
let lastPlaces: readonly HTMLElement[] = [];

/** The open dialogs. A closing one stays in the document while it fades. */
const openDialogs = new Set<RefObject<HTMLElement | null>>();

/**
 * Returns the elements that may get the focus back, best first. If one dialog opens another, the first dialog may be gone by then, so its
 * own places follow.
 */
function placesFor(element: Element | null): readonly HTMLElement[] {
  const opener = openerOf(element);
  if (opener === null) return [];
  return opener.closest('[role="dialog"]') === null ? [opener] : [opener, ...lastPlaces];
}

function isThere(place: HTMLElement): boolean {
  if (!place.isConnected) return false;
  return place.closest('[role="dialog"]') === null || [...openDialogs].some(({ current }) => current?.contains(place));
}

/** Returns whether the focus is nowhere or still in the closing dialog. Otherwise, the user has focused something else. */
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
    // Read during render, because later the dialog has the focus and the menu is gone.
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
