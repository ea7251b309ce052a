import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

type State<Target> = { target: Target | null; isOpen: boolean; openings: number };

/**
 * Holds whether a dialog is open, and for which item. Closing keeps the item, so that the dialog doesn't go blank while it fades out.
 * `close` closes the dialog only until it is opened again, so that a late answer doesn't close a dialog that is open for another item.
 */
export function useDialogState<Target>() {
  const [{ target, isOpen, openings }, setState] = useState<State<Target>>({
    target: null,
    isOpen: false,
    openings: 0,
  });
  const open = useCallback(
    (next: Target) => setState((before) => ({ target: next, isOpen: true, openings: before.openings + 1 })),
    [],
  );
  const close = () => setState((now) => (now.openings === openings ? { ...now, isOpen: false } : now));
  return { target, isOpen, open, close };
}

/**
 * Calls `reset` each time a dialog opens, even if it is already open and opens for another `target`, for example with the command palette.
 * Needed if the dialog's state is kept while the dialog is closed. Reset the dialog's mutation too, so that a late answer to an earlier
 * request doesn't change the dialog.
 */
export function useResetOnOpen(isOpen: boolean, reset: () => void, target?: unknown): void {
  const resetNow = useEffectEvent(reset);
  useEffect(() => {
    if (isOpen) resetNow();
  }, [isOpen, target]);
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
