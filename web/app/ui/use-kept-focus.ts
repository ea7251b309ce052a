import { useQueryClient, type MutationCache } from '@tanstack/react-query';
import { useEffect } from 'react';
import { topDialog } from './open-dialogs.ts';

/**
 * How long to wait before focus moves, in milliseconds. This delay leaves time for code that moves focus itself, such as a closing dialog.
 */
export const keptFocusMs = 50;

/** Whether the element may soon be enabled again: it or its form shows that something is loading, or a mutation is pending. */
const isWaiting = (element: HTMLElement, mutations: MutationCache) =>
  element.matches('[data-loading], form:has([data-loading]) *') || mutations.find({ status: 'pending' }) !== undefined;

const controls = ['a[href]', 'button:enabled', 'input:enabled', 'textarea:enabled', 'select:enabled'].join(',');

/** Returns whether no usable element has focus. A disabled element isn't usable, but some browsers don't take focus away from it. */
function isNowhere(): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || now.matches(':disabled');
}

/** Returns the open dialog, or else the page's title. While a closed dialog fades out, returns null. */
function dialogOrTitle(): HTMLElement | null {
  const dialog = topDialog();
  // When the closed dialog is gone, this function is called again.
  if (dialog === null && document.querySelector('[role="dialog"]') !== null) return null;
  return dialog ?? document.querySelector<HTMLElement>('[data-page-title]');
}

/** Moves focus to a control next to the disabled element, or else to another control in its form. Returns whether the focus moved. */
function focusOnNeighbor(disabled: HTMLElement): boolean {
  return [disabled.parentElement, disabled.closest('form')].some((group) => {
    const others = [...(group?.querySelectorAll<HTMLElement>(controls) ?? [])];
    const isBefore = (each: Node) => (disabled.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const neighbor = others.findLast(isBefore) ?? others[0];
    neighbor?.focus({ preventScroll: true });
    return neighbor !== undefined && document.activeElement === neighbor;
  });
}

/**
 * Keeps keyboard and screen reader users from losing their place on the page. When the focused element is removed, for example together
 * with a deleted row, focus moves to the open dialog, or else to the page's title. A button that is disabled while its request is
 * pending gets focus back afterward. If it stays disabled, focus moves to a control next to it.
 */
export function useKeptFocus(): void {
  const mutations = useQueryClient().getMutationCache();
  useEffect(() => {
    let last: HTMLElement | null = null;
    let isDisabled = false;
    /** The title or dialog that has focus while the last focused element is disabled. */
    let standIn: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target === standIn) return;
      standIn = null;
      last = target instanceof HTMLElement ? target : null;
      isDisabled = false;
    };
    // `focusout` fires when the user clicks elsewhere, and in some browsers when the focused element is removed or disabled. If the element
    // is still there and enabled a moment later, the user clicked elsewhere, and focus must not be moved.
    const onFocusOut = () => {
      setTimeout(() => {
        if (isNowhere() && last?.isConnected === true && !isDisabled) last = null;
      }, 0);
    };
    const restoreFocus = () => {
      if (last === null || !isNowhere()) return;
      if (last.isConnected && (!isDisabled || isWaiting(last, mutations) || focusOnNeighbor(last))) return;
      standIn = last.isConnected ? dialogOrTitle() : null;
      (standIn ?? dialogOrTitle())?.focus({ preventScroll: true });
    };
    const onChange = () => {
      if (last === null) return;
      const wasDisabled = isDisabled;
      isDisabled = last.matches(':disabled');
      const canReturn = isNowhere() || document.activeElement === standIn;
      if (wasDisabled && !isDisabled && last.isConnected && canReturn) last.focus({ preventScroll: true });
      if (last.isConnected && !isDisabled) return;
      clearTimeout(timer);
      timer = setTimeout(restoreFocus, keptFocusMs);
    };
    const observer = new MutationObserver(onChange);
    const unsubscribe = mutations.subscribe(onChange);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-loading'],
    });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
      unsubscribe();
      clearTimeout(timer);
    };
  }, [mutations]);
}
