import { MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { listNameMaxLength, mergedListsMax } from '@sandpiper/contract/limits';
import type { RecipientList } from '@sandpiper/contract/lists';
import { failedFields } from '../../../platform/failure.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { useLists } from '../lists.queries.ts';
import { useMergeLists } from './list-work.queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import { nameRule, shortName, useFreshForm } from './work-form.ts';
import type { WorkModalProps } from './work-modal.ts';

const { merge: texts } = listWorkTexts;

type Values = { others: string[]; result: 'new' | 'this'; name: string };

/** Merges a list with others, either into a new list or into this one. */
export function MergeListsModal({ list, isOpen, onClose, onMade }: WorkModalProps) {
  const { id = 0, name = '', variables = [] }: Partial<RecipientList> = list ?? {};
  const merge = useMergeLists();
  const values: Values = { others: [], result: 'new', name: shortName(texts.suggestion(name)) };
  const form = useForm({
    initialValues: values,
    validate: {
      others: (others) => (others.length === 0 ? texts.othersRequired : null),
      name: (value, { result }) => (result === 'new' ? nameRule(value) : null),
    },
  });
  useFreshForm(form, values, isOpen);
  const submit = form.onSubmit(({ others, result, name: newName }) => {
    const body = { list_ids: others.map(Number), ...(result === 'new' ? { name: newName } : {}) };
    merge.mutate(
      { id, body },
      {
        onSuccess: (answer) => {
          onClose();
          onMade(answer.list);
        },
        onError: (error) => form.setErrors(failedFields(error)),
      },
    );
  });
  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={merge.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <OtherLists listId={id} {...form.getInputProps('others')} />
      <Radio.Group label={texts.result} {...form.getInputProps('result')}>
        <Stack gap="xs" mt="xs">
          <Radio value="new" label={texts.asNew} />
          <Radio value="this" label={texts.into(name)} />
        </Stack>
      </Radio.Group>
      {form.values.result === 'new' && (
        <TextInput label={listWorkTexts.name} required maxLength={listNameMaxLength} {...form.getInputProps('name')} />
      )}
      <Text size="sm">{[texts.about, variables.length > 0 ? texts.variables(name) : ''].join(' ')}</Text>
    </FormModal>
  );
}

type OtherListsProps = { listId: number; value?: string[]; onChange?: (value: string[]) => void };

function OtherLists({ listId, ...field }: OtherListsProps) {
  const { data } = useLists();
  const others = (data?.lists ?? []).filter(({ id }) => id !== listId);
  return (
    <MultiSelect
      label={texts.others}
      description={texts.most(mergedListsMax)}
      placeholder={field.value?.length === 0 ? texts.choose : ''}
      data={others.map(({ id, name, recipient_count: count }) => ({
        value: String(id),
        label: texts.choice(name, count),
      }))}
      nothingFoundMessage={data !== undefined && others.length === 0 ? texts.noOthers : texts.nothingFound}
      searchable
      required
      hidePickedOptions
      maxValues={mergedListsMax}
      data-autofocus
      {...field}
    />
  );
}
