import { Textarea, TextInput } from '@mantine/core';
import { listDescriptionMaxLength, listNameMaxLength } from '@sandpiper/contract/limits';
import type { RecipientList } from '@sandpiper/contract/lists';
import { changedFields } from '../../platform/changed-fields.ts';
import { useDialogForm } from '../../platform/dialog-form.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { useSaveList } from './lists.queries.ts';
import { listTexts } from './lists.texts.ts';

const { form: texts } = listTexts;

type ListFormModalProps = {
  target: RecipientList | 'new' | null;
  isOpen: boolean;
  onClose: () => void;
  onCreated?: (list: RecipientList) => void;
};

export function ListFormModal({ target, isOpen, onClose, onCreated }: ListFormModalProps) {
  const list = target === 'new' ? null : target;
  const { form, dialog } = useDialogForm({
    values: { name: list?.name ?? '', description: list?.description ?? '' },
    validate: {
      name: (name) => (name.trim() === '' ? texts.nameRequired : null),
      description: (description) => lengthProblem(description, listDescriptionMaxLength),
    },
    isOpen,
    target,
    mutation: useSaveList(),
    toInput: (values, before) =>
      list === null ? { id: null, body: values } : { id: list.id, body: changedFields(before, values) },
    onDone: (saved) => {
      onClose();
      if (list === null) onCreated?.(saved.list);
    },
  });

  return (
    <FormModal
      {...dialog}
      title={list === null ? texts.addTitle : texts.editTitle}
      submit={list === null ? texts.add : texts.save}
      isDirty={form.isDirty()}
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
