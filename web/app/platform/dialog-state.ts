import { useCallback, useState } from 'react';

/** Holds whether a dialog is open and what it is about. The target is kept while the dialog fades out, so its text doesn't vanish first. */
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
