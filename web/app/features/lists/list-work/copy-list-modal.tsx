import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { listNameMaxLength } from '@sandpiper/contract/limits';
import type { RecipientList } from '@sandpiper/contract/lists';
import { failedFields } from '../../../platform/failure.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { useCopyList } from './list-work.queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import { nameRule, shortName, useFreshForm } from './work-form.ts';
import type { WorkModalProps } from './work-modal.ts';

const { copy: texts } = listWorkTexts;

export function CopyListModal({ list, isOpen, onClose, onMade }: WorkModalProps) {
  const { id = 0, name = '', recipient_count: people = 0 }: Partial<RecipientList> = list ?? {};
  const copy = useCopyList();
  const values = { name: shortName(texts.suggestion(name)) };
  const form = useForm({ initialValues: values, validate: { name: nameRule } });
  useFreshForm(form, values, isOpen);
  const submit = form.onSubmit((body) =>
    copy.mutate(
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
      isBusy={copy.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{texts.about(people)}</Text>
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
