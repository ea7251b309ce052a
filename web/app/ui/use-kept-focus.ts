import { useEffect } from 'react';

/** Whoever takes the focus on purpose, such as a dialog that gives it back, has done so by then. */
const waitMs = 50;

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Brings the focus to the page's title when what had it was taken off the page, as the button of a row is with its row: otherwise the keyboard
 * and the screen reader would start again at the top of the window.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    // Who clicked beside it left it; what goes from the page may tell of it too, and is gone a moment later.
    const onFocusOut = () => {
      setTimeout(() => {
        if (isNowhere() && last?.isConnected === true) last = null;
      }, 0);
    };
    const returnFocus = () => {
      const isCovered = document.querySelector('[role="dialog"]') !== null;
      if (!isNowhere() || last === null || last.isConnected || isCovered) return;
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
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
