import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { listDescriptionMaxLength, listNameMaxLength } from '@sandpiper/contract/limits';
import type { RecipientList } from '@sandpiper/contract/lists';
import { changedFields } from '../../platform/changed-fields.ts';
import { refillForm, useResetOnOpen } from '../../platform/dialog-state.ts';
import { failedFields } from '../../platform/failure.ts';
import { useResetOnClose } from '../../platform/use-reset-on-close.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { useSaveList } from './lists.queries.ts';
import { listTexts } from './lists.texts.ts';

const { form: texts } = listTexts;

type Values = { name: string; description: string };
const blank: Values = { name: '', description: '' };

type ListFormModalProps = {
  target: RecipientList | 'new' | null;
  isOpen: boolean;
  onClose: () => void;
  onCreated?: (list: RecipientList) => void;
};

export function ListFormModal({ target, isOpen, onClose, onCreated }: ListFormModalProps) {
  const list = target === 'new' ? null : target;
  const save = useSaveList();
  const form = useForm<Values>({
    initialValues: blank,
    validate: {
      name: (name) => (name.trim() === '' ? texts.nameRequired : null),
      description: (description) => lengthProblem(description, listDescriptionMaxLength),
    },
  });

  useResetOnOpen(
    isOpen,
    () => {
      refillForm(form, list === null ? blank : { name: list.name, description: list.description ?? '' });
      save.reset();
    },
    target,
  );
  useResetOnClose(isOpen, save.reset);

  const submit = form.onSubmit((values) => {
    save.mutate(
      list === null
        ? { id: null, body: values }
        : { id: list.id, body: changedFields(form.getInitialValues(), values) },
      {
        onSuccess: (saved) => {
          onClose();
          if (list === null) onCreated?.(saved.list);
        },
        onError: (error) => form.setErrors(failedFields(error)),
      },
    );
  });

  return (
    <FormModal
      isOpen={isOpen}
      title={list === null ? texts.addTitle : texts.editTitle}
      submit={list === null ? texts.add : texts.save}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        required
        maxLength={listNameMaxLength}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={texts.description}
        description={texts.descriptionHint}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
        error={lengthProblem(form.values.description, listDescriptionMaxLength) ?? form.errors['description']}
      />
    </FormModal>
  );
}
