import { Text } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { useDialogForm } from '../../../platform/dialog-form.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { ListNameInput } from './list-name-input.tsx';
import { useCopyList } from './list-work.queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import { nameRule, suggestedName } from './new-list-name.ts';
import type { WorkModalProps } from './work-modal.ts';

const { copy: texts } = listWorkTexts;

export function CopyListModal({ list, isOpen, onClose, onMade }: WorkModalProps) {
  const { id = 0, name = '', recipient_count: people = 0 }: Partial<RecipientList> = list ?? {};
  const { form, dialog } = useDialogForm({
    values: { name: suggestedName(name, texts.suggestion) },
    validate: { name: nameRule },
    isOpen,
    mutation: useCopyList(),
    toInput: (body) => ({ id, body }),
    onDone: (answer) => {
      onClose();
      onMade(answer.list);
    },
  });
  return (
    <FormModal {...dialog} isDirty={form.isDirty()} title={texts.title} submit={texts.submit} onClose={onClose}>
      <Text size="sm">{texts.about(people)}</Text>
      <ListNameInput data-autofocus {...form.getInputProps('name')} />
    </FormModal>
  );
}
