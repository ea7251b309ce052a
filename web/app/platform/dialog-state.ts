import { useCallback, useState } from 'react';

/**
 * Holds whether a dialog is open, and for which item. The item is kept while the dialog fades out, so that the dialog doesn't
 * go blank.
 */
export function useDialogState<Target>() {
  const [target, setTarget] = useState<Target | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((next: Target) => {
    setTarget(() => next);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  return { target, isOpen, open, close };
}
