import { useForm, type FormRulesRecord } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { refillForm, useResetOnOpen } from './dialog-state.ts';
import { failedFields } from './failure.ts';

type DialogForm<Values, Input, Answer> = {
  /** The form's initial values, restored each time the dialog opens. */
  values: Values;
  validate: FormRulesRecord<Values>;
  isOpen: boolean;
  /** What the dialog is open for, if it can open for another item while it is already open. */
  target?: unknown;
  mutation: Pick<UseMutationResult<Answer, Error, Input>, 'mutate' | 'isPending' | 'reset'>;
  /** Converts the values to the mutation's argument. `before` contains the initial values. */
  toInput: (values: Values, before: Values) => Input;
  /** Called with the answer, unless the dialog has been closed by then. */
  onDone: (answer: Answer) => void;
};

/**
 * Manages the form of a dialog that stays mounted while it is closed. The form submits its values with a mutation, and shows the server's
 * error messages next to the fields. `dialog` contains props for the `FormModal`.
 */
export function useDialogForm<Values extends Record<string, unknown>, Input, Answer>({
  values,
  validate,
  isOpen,
  target,
  mutation,
  toInput,
  onDone,
}: DialogForm<Values, Input, Answer>) {
  const form = useForm<Values>({ initialValues: values, validate });
  useResetOnOpen(isOpen, () => refillForm(form, values), target);
  // A late answer must not take the user away from a dialog that was opened in the meantime.
  const forgetRequest = useEffectEvent(mutation.reset);
  useEffect(() => {
    if (!isOpen) forgetRequest();
  }, [isOpen]);
  const onSubmit = form.onSubmit((entered) =>
    mutation.mutate(toInput(entered, form.getInitialValues()), {
      onSuccess: onDone,
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );
  return { form, dialog: { isOpen, isBusy: mutation.isPending, onSubmit } };
}
