import { Checkbox, Text } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { useDialogForm } from '../../../platform/dialog-form.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { ListNameInput } from './list-name-input.tsx';
import { useListNotReached } from './list-work.queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import { nameRule, suggestedName } from './new-list-name.ts';
import type { WorkModalProps } from './work-modal.ts';

const { notReached: texts } = listWorkTexts;

/** A dialog that creates a new list from the people on an existing list who haven't received a message yet. */
export function NotReachedModal({ list, isOpen, onClose, onMade }: WorkModalProps) {
  const {
    id = 0,
    name = '',
    pending_count: pending = 0,
    failed_count: failed = 0,
  }: Partial<RecipientList> = list ?? {};
  const { form, dialog } = useDialogForm({
    values: { name: suggestedName(name, texts.suggestion), include_failed: false },
    validate: { name: nameRule },
    isOpen,
    mutation: useListNotReached(),
    toInput: (body) => ({ id, body }),
    onDone: (answer) => {
      onClose();
      onMade(answer.list);
    },
  });
  return (
    <FormModal
      {...dialog}
      isDirty={form.isDirty()}
      title={texts.title}
      submit={texts.submit}
      isDisabled={pending === 0 && !form.values.include_failed}
      onClose={onClose}
    >
      <Text size="sm">{pending === 0 ? texts.nobody : texts.about(pending)}</Text>
      {failed > 0 && (
        <Checkbox
          label={texts.includeFailed(failed)}
          description={texts.failedHint}
          {...form.getInputProps('include_failed', { type: 'checkbox' })}
        />
      )}
      <ListNameInput data-autofocus {...form.getInputProps('name')} />
    </FormModal>
  );
}
