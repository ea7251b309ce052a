import { useForm } from '@mantine/form';
import type { FormRulesRecord } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { listNameMaxLength } from '@sandpiper/contract/limits';
import { shortened } from '@sandpiper/contract/shortened';
import { refillForm, useResetOnOpen } from '../../../platform/dialog-state.ts';
import { failedFields } from '../../../platform/failure.ts';
import { useResetOnClose } from '../../../platform/use-reset-on-close.ts';
import { listWorkTexts as texts } from './list-work.texts.ts';

/** Suggests a name for a new list. Shortens the old name if the new one would be too long. */
export function suggestedName(name: string, suggestion: (name: string) => string): string {
  return suggestion(shortened(name, listNameMaxLength - suggestion('').length));
}

export const nameRule = (name: string) => (name.trim() === '' ? texts.nameRequired : null);

type WorkForm<Values, Input, Answer> = {
  /** The form's initial values, restored each time the dialog opens. */
  values: Values;
  validate: FormRulesRecord<Values>;
  isOpen: boolean;
  mutation: Pick<UseMutationResult<Answer, Error, Input>, 'mutate' | 'isPending' | 'reset'>;
  toInput: (values: Values) => Input;
  /** Called with the answer, unless the dialog has been closed by then. */
  onDone: (answer: Answer) => void;
};

/** The form state of a dialog that creates or extends lists. `dialog` contains props for the {@link FormModal}. */
export function useWorkForm<Values extends Record<string, unknown>, Input, Answer>({
  values,
  validate,
  isOpen,
  mutation,
  toInput,
  onDone,
}: WorkForm<Values, Input, Answer>) {
  const form = useForm<Values>({ initialValues: values, validate });
  useResetOnOpen(isOpen, () => refillForm(form, values));
  useResetOnClose(isOpen, mutation.reset);
  const onSubmit = form.onSubmit((entered) =>
    mutation.mutate(toInput(entered), {
      onSuccess: onDone,
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );
  return { form, dialog: { isBusy: mutation.isPending, isDirty: form.isDirty(), onSubmit } };
}
