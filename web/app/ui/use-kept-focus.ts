import { useEffect } from 'react';
import { topDialog } from './use-focus-return.ts';

/**
 * How long to wait before the focus moves, in milliseconds. This leaves time for code that moves the focus itself, such as a closing
 * dialog.
 */
const waitMs = 50;

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Moves the focus to the open dialog, or else to the page's title, when the focused element is removed, for example together with a deleted
 * row. Otherwise, keyboard and screen reader users would have to start at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    // This event fires when the user clicks elsewhere, and possibly when the focused element is removed. If the element is still in the DOM
    // a moment later, the user clicked elsewhere, and the focus must not be moved.
    const onFocusOut = () => {
      setTimeout(() => {
        if (isNowhere() && last?.isConnected === true) last = null;
      }, 0);
    };
    const returnFocus = () => {
      if (!isNowhere() || last === null || last.isConnected) return;
      const dialog = topDialog();
      // A dialog that isn't open anymore is fading out. When it is gone, this function runs again.
      if (dialog === null && document.querySelector('[role="dialog"]') !== null) return;
      const place = dialog ?? document.querySelector<HTMLElement>('[data-page-title]');
      place?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(returnFocus, waitMs);
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
