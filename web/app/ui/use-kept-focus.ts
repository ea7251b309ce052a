import { useEffect } from 'react';
import { topDialog } from './use-focus-return.ts';

/**
 * How long to wait before focus moves, in milliseconds. This leaves time for code that moves focus itself, such as a closing
 * dialog.
 */
const waitMs = 50;

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Moves focus to the open dialog, or else to the page's title. */
function focusOnDialogOrTitle(): void {
  const dialog = topDialog();
  // A dialog that isn't open anymore is fading out. When it is gone, this function is called again.
  if (dialog === null && document.querySelector('[role="dialog"]') !== null) return;
  const place = dialog ?? document.querySelector<HTMLElement>('[data-page-title]');
  place?.focus({ preventScroll: true });
}

/**
 * Moves focus to the open dialog, or else to the page's title, when the focused element is removed, for example together with a deleted
 * row. Otherwise, keyboard and screen reader users would have to start at the top of the page. A button that loses focus because it is
 * disabled while its request is pending gets focus back afterward.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let isDisabled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
      isDisabled = false;
    };
    // This event fires when the user clicks elsewhere, and possibly when the focused element is removed or disabled. If the element is still
    // there a moment later, the user clicked elsewhere, and focus must not be moved.
    const onFocusOut = () => {
      setTimeout(() => {
        if (isNowhere() && last?.isConnected === true && !isDisabled) last = null;
      }, 0);
    };
    const returnFocus = () => {
      if (isNowhere() && last?.isConnected === false) focusOnDialogOrTitle();
    };
    const observer = new MutationObserver(() => {
      if (last === null) return;
      const wasDisabled = isDisabled;
      isDisabled = last.matches(':disabled');
      if (wasDisabled && !isDisabled && last.isConnected && isNowhere()) last.focus({ preventScroll: true });
      if (last.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(returnFocus, waitMs);
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
