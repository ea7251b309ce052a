import { useEffect, useState } from 'react';

/** What had the focus, or the button of the menu it was in: a menu's item is gone by the time focus comes back. */
function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = typeof button === 'string' ? document.getElementById(button) : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** Later than the modal's own attempt, which knows nothing of menus and of modals that are taken away while open. */
const returnMs = 40;

/** Brings the focus back to where it was before a modal opened, also when the modal is not closed but removed. */
export function useFocusReturn(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Read while rendering: after it, the modal has taken the focus and the menu is gone.
    if (isOpen) setOpener(openerOf(document.activeElement));
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        // The modal's own attempt may have ended on the item of a menu that is about to go.
        const isLost =
          now === null || now === document.body || now === atClose || now.closest('[role="menu"]') !== null;
        if (isLost) opener?.focus({ preventScroll: true });
      }, returnMs);
    };
  }, [isOpen, opener]);
}
