import { useState, type FormEvent } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';

type GuestForm<Fields> = {
  initial: Fields;
  /** Returns what is wrong with each field. */
  check: (fields: Fields) => Partial<Record<keyof Fields, string>>;
  /** Submits the fields and takes the user to the next screen. */
  send: (fields: Fields) => Promise<void>;
  /** Shown if the server gives no reason. */
  failed: string;
};

/** Holds the state of a sign-in or registration form: its fields, their errors until the user edits them, and the submission. */
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
    // An earlier attempt's failure must not stay on screen if this one succeeds.
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
    /** Returns the input props for a field. */
    input: (name: keyof Fields & string) => ({
      value: fields[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        // Updates are based on the latest state, because a password manager may fill in several fields at once.
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
