import { useState, type FormEvent } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';

type GuestForm<Fields> = {
  initial: Fields;
  /** What is wrong with the fields. */
  check: (fields: Fields) => Partial<Record<keyof Fields, string>>;
  /** Also takes the user to the next screen. */
  send: (fields: Fields) => Promise<void>;
  /** Shown when the server gives no reason. */
  failed: string;
};

/** State of the sign-in and registration forms: fields, their errors until edited, and submitting. */
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
    // A failure of an earlier attempt must not stay beside the success of this one.
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
    /** Props of the input for a field. */
    input: (name: keyof Fields & string) => ({
      value: fields[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        // A password manager fills several fields at once.
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
