import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordMaxLength } from '@sandpiper/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../platform/api.ts';
import { CanceledError, failedFields, needsRecentSignIn } from '../platform/failure.ts';
import { toast } from '../platform/toasts.tsx';
import { FormModal } from './form-modal.tsx';
import { recentSignInTexts as texts } from './recent-sign-in.texts.ts';

type QuestionProps = { what: string; onDone: () => void; onClose: () => void };

function PasswordQuestion({ what, onDone, onClose }: QuestionProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? texts.required : null) },
  });
  const confirm = useMutation({
    mutationFn: (body: { password: string }) => call('POST /api/auth/confirm', { body }),
    onSuccess: onDone,
    onError: (error) => {
      const fields = failedFields(error);
      if (fields['password'] === undefined) toast.failure(error, texts.failed);
      form.setErrors(fields);
    },
  });
  const submit = form.onSubmit((values) => confirm.mutate(values));
  return (
    <FormModal
      isOpen
      title={texts.title}
      submit={texts.submit}
      isBusy={confirm.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{texts.why(what)}</Text>
      <PasswordInput
        label={texts.password}
        data-autofocus
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...form.getInputProps('password')}
      />
    </FormModal>
  );
}

type Asked = { resolve: () => void; reject: (error: Error) => void };

export type RecentSignIn = {
  /**
   * Makes an API call. If the server requires the password again, opens the dialog and then makes the call once more. Throws a
   * `CanceledError` if the user closes the dialog or leaves the page instead.
   */
  run: <T>(make: () => Promise<T>) => Promise<T>;
  /** The password dialog. Render it outside of forms, because forms can't be nested. */
  dialog: ReactNode;
};

/** Handles API calls that can require the user to enter the password again. `what` describes the action, such as "connect a computer". */
export function useRecentSignIn(what: string): RecentSignIn {
  const [asked, setAsked] = useState<Asked | null>(null);
  // Calls that need the password at the same time share one dialog.
  const answer = useRef<Promise<void> | null>(null);
  // If the user leaves the page without entering the password, the calls that need it must still end.
  const isLeft = useRef(false);
  useEffect(() => () => asked?.reject(new CanceledError(texts.title)), [asked]);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  function ask(): Promise<void> {
    if (isLeft.current) return Promise.reject(new CanceledError(texts.title));
    answer.current ??= new Promise<void>((resolve, reject) => setAsked({ resolve, reject })).finally(() => {
      answer.current = null;
    });
    return answer.current;
  }

  async function run<T>(make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      if (!needsRecentSignIn(error)) throw error;
      await ask();
      return make();
    }
  }

  const end = (settle: (asked: Asked) => void) => () => {
    if (asked !== null) settle(asked);
    setAsked(null);
  };
  const dialog =
    asked === null ? null : (
      <PasswordQuestion
        what={what}
        onDone={end(({ resolve }) => resolve())}
        onClose={end(({ reject }) => reject(new CanceledError(texts.title)))}
      />
    );
  return { run, dialog };
}
