import { useCallback, useState } from 'react';

/** Whether a dialog is open, and what it is about. The target stays while the dialog fades out, so that its text does not vanish first. */
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
