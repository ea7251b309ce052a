import { Text, TextInput } from '@mantine/core';
import { savedFilterNameMaxLength } from '@sandpiper/contract/limits';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { useDialogForm } from '../../platform/dialog-form.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { peopleTexts } from './people.texts.ts';
import { useSaveFilter } from './saved-filters.queries.ts';

const { form: texts } = peopleTexts.saved;

type SaveFilterModalProps = { filter: PeopleFilter; isOpen: boolean; onClose: () => void };

export function SaveFilterModal({ filter, isOpen, onClose }: SaveFilterModalProps) {
  const { form, dialog } = useDialogForm({
    values: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? texts.required : null) },
    isOpen,
    mutation: useSaveFilter(),
    toInput: ({ name }) => ({ id: null, body: { name: name.trim(), filter } }),
    onDone: onClose,
  });
  return (
    <FormModal {...dialog} title={texts.title} submit={texts.submit} onClose={onClose}>
      <Text size="sm">{texts.keeps}</Text>
      <TextInput
        label={texts.name}
        placeholder={texts.sample}
        required
        maxLength={savedFilterNameMaxLength}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormModal>
  );
}
