import { useEffect } from 'react';

/** Long enough for anything that moves the focus on purpose, such as a closing dialog. */
const waitMs = 50;

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Moves the focus to the page's title when the focused element is removed, such as a button in a deleted row. Otherwise keyboard and
 * screen reader users would start again at the top of the window.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    // A click elsewhere drops the focus on purpose. A removed element may fire this event too, but it is gone a moment later.
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
