import { useState, type FormEvent } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';

type GuestForm<Fields> = {
  initial: Fields;
  /** Validates the fields. Returns the error message for each invalid field. */
  check: (fields: Fields) => Partial<Record<keyof Fields, string>>;
  /** Sends the fields to the server and, if it accepts them, takes the user to the next step. */
  send: (fields: Fields) => Promise<void>;
  /** The toast's text if the server sends no error message. */
  failed: string;
};

/**
 * Manages a form for signed-out visitors, such as the sign-in form: its fields, validation errors and submission. Editing a field clears
 * its error.
 */
export function useGuestForm<Fields extends Record<string, string>>({
  initial,
  check,
  send,
  failed,
}: GuestForm<Fields>) {
  const [fields, setFields] = useState(initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const [isBusy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    const found = check(fields);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    // Remove error toasts from earlier attempts.
    toast.clear();
    try {
      await send(fields);
    } catch (error) {
      toast.failure(error, failed, { ms: toastMs.sessionError });
      setErrors(failedFields(error));
      setBusy(false);
    }
  }

  return {
    fields,
    isBusy,
    set: (values: Partial<Fields>) => {
      setFields((last) => ({ ...last, ...values }));
      setErrors({});
    },
    input: (name: keyof Fields & string) => ({
      value: fields[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        // Use the latest state, because a password manager can fill in several fields at once.
        setFields((last) => ({ ...last, [name]: value }));
        setErrors((last) => ({ ...last, [name]: undefined }));
      },
    }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}
