import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** Holds whether a dialog is open, and for which item. Closing keeps the item, so that the dialog doesn't go blank while it fades out. */
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

/** Calls `reset` each time a dialog opens. Needed if the dialog's state is kept while the dialog is closed. */
export function useResetOnOpen(isOpen: boolean, reset: () => void): void {
  const resetNow = useEffectEvent(reset);
  useEffect(() => {
    if (isOpen) resetNow();
  }, [isOpen]);
}

/** Replaces a form's values. Afterward, the form counts as unedited and has no errors. */
export function refillForm<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  values: Values,
): void {
  form.setValues(values);
  form.resetDirty(values);
  form.clearErrors();
}
