import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { openDialogs } from './open-dialogs.ts';

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
  return (
    place.closest('[role="dialog"]') === null || [...openDialogs].some(({ root }) => root.current?.contains(place))
  );
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
 * Closes the top dialog on Escape, and only this one. Mantine's own listeners close all open dialogs, because each dialog has one. Like
 * these, ignores Escape in elements that use it themselves, such as an open list of options.
 */
function closeOnEscape({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return;
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  [...openDialogs].at(-1)?.onEscape();
}

type OpenDialogOptions = { isOpen: boolean; onEscape: () => void };

/**
 * Calls `onEscape` on Escape while the dialog is the top one. When the dialog closes, returns focus to the element that was focused before
 * it opened, or to the page's title if that element is gone. Also works if the dialog is open on the first render or is unmounted instead
 * of closed. Spread the result into Mantine's dialog. It turns off Mantine's own `closeOnEscape`, and `returnFocus`, which would take focus
 * away from whatever opens next.
 */
export function useOpenDialog({ isOpen, onEscape }: OpenDialogOptions) {
  const ref = useRef<HTMLDivElement>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // The focused element must be read during render. After that, the dialog has focus, and a menu that opened it is gone.
    if (isOpen) setPlaces(placesFor(document.activeElement));
  }

  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return undefined;
    lastPlaces = places;
    const dialog = { root: ref, onEscape: () => escape() };
    openDialogs.add(dialog);
    // Adding the same listener again changes nothing.
    window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => {
      openDialogs.delete(dialog);
      setTimeout(() => {
        if (!isFocusLost(ref)) return;
        const place = places.find(isThere) ?? document.querySelector<HTMLElement>('[data-page-title]');
        place?.focus({ preventScroll: true });
      }, returnMs);
    };
  }, [isOpen, places]);

  return { ref, returnFocus: false, closeOnEscape: false };
}
