import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Returns the element that should get focus back. For a menu item, this is the menu's button, because the item disappears with the
 * menu.
 */
function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = typeof button === 'string' ? document.getElementById(button) : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Where focus should go after the most recently opened dialog closes, best option first. */
let lastPlaces: readonly HTMLElement[] = [];

/** The open dialogs. Needed because a closing dialog stays in the DOM while it fades out. */
const openDialogs = new Set<RefObject<HTMLElement | null>>();

/** Returns the most recently opened of the open dialogs, or null if none is open. */
export function topDialog(): HTMLElement | null {
  const root = [...openDialogs].at(-1)?.current;
  return root?.querySelector<HTMLElement>('[role="dialog"]') ?? null;
}

/**
 * Returns the elements that could get focus back, best first. If this dialog was opened from another dialog, that dialog's candidates come
 * last, in case that dialog has closed by then.
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

/** Returns whether nothing is focused, or focus is still in the closing dialog. Otherwise, focus must not be moved. */
function isFocusLost(closing: RefObject<HTMLElement | null>): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || closing.current?.contains(now) === true;
}

/**
 * How long to wait before focus returns, in milliseconds. This delay is long enough for the click that closed the dialog to end, and for a
 * page that the click opened to take focus.
 */
const returnMs = 10;

/**
 * Returns focus to the element that was focused before a dialog opened, or to the page's title if that element is gone. Also works if the
 * dialog is open on the first render or is unmounted instead of closed. Pass the result as the dialog's `ref`, and turn off Mantine's
 * `returnFocus`, which would take focus away from whatever opens next.
 */
export function useFocusReturn(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // The focused element must be read during render. After that, the dialog has focus, and a menu that opened it is gone.
    if (isOpen) setPlaces(placesFor(document.activeElement));
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    lastPlaces = places;
    openDialogs.add(root);
    return () => {
      openDialogs.delete(root);
      setTimeout(() => {
        if (!isFocusLost(root)) return;
        const place = places.find(isThere) ?? document.querySelector<HTMLElement>('[data-page-title]');
        place?.focus({ preventScroll: true });
      }, returnMs);
    };
  }, [isOpen, places]);

  return root;
}
