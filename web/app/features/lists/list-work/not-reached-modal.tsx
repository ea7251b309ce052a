import { Checkbox, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { listNameMaxLength } from '@sandpiper/contract/limits';
import type { RecipientList } from '@sandpiper/contract/lists';
import { failedFields } from '../../../platform/failure.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { useListNotReached } from './list-work.queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import { nameRule, shortName, useFreshForm } from './work-form.ts';
import type { WorkModalProps } from './work-modal.ts';

const { notReached: texts } = listWorkTexts;

/** Creates a list of the people on a list who haven't received any message. */
export function NotReachedModal({ list, isOpen, onClose, onMade }: WorkModalProps) {
  const {
    id = 0,
    name = '',
    pending_count: pending = 0,
    failed_count: failed = 0,
  }: Partial<RecipientList> = list ?? {};
  const make = useListNotReached();
  const values = { name: shortName(texts.suggestion(name)), include_failed: false };
  const form = useForm({ initialValues: values, validate: { name: nameRule } });
  useFreshForm(form, values, isOpen);
  const submit = form.onSubmit((body) =>
    make.mutate(
      { id, body },
      {
        onSuccess: (answer) => {
          onClose();
          onMade(answer.list);
        },
        onError: (error) => form.setErrors(failedFields(error)),
      },
    ),
  );
  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={make.isPending}
      isDisabled={pending === 0 && !form.values.include_failed}
      isDirty={form.isDirty()}
      onSubmit={submit}
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
      <TextInput
        label={listWorkTexts.name}
        required
        maxLength={listNameMaxLength}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormModal>
  );
}
