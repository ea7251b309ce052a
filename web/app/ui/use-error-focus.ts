import { useEffect, useRef } from 'react';

/**
 * After a form is submitted, moves focus to its first field with an error, which may be out of sight in a long form. Returns the form's
 * ref, a function to call on every submit, and a function to call when the user edits a field.
 */
export function useErrorFocus(isSaving: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const isPending = useRef(false);
  // Errors appear in a later render: after the submit or, if the server finds them, after saving.
  useEffect(() => {
    if (!isPending.current || isSaving) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (field === null || field === undefined) return;
    isPending.current = false;
    field.focus();
  });
  return {
    form,
    onSubmitted: () => (isPending.current = true),
    onEdited: () => (isPending.current = false),
  };
}
