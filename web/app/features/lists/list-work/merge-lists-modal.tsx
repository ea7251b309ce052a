import { MultiSelect, Radio, Stack, Text } from '@mantine/core';
import { mergedListsMax } from '@sandpiper/contract/limits';
import type { RecipientList } from '@sandpiper/contract/lists';
import { useDialogForm } from '../../../platform/dialog-form.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { uiTexts } from '../../../ui/ui.texts.ts';
import { useEnterOpens } from '../../../ui/use-enter-opens.ts';
import { useLists } from '../lists.queries.ts';
import { ListNameInput } from './list-name-input.tsx';
import { useMergeLists } from './list-work.queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import { nameRule, suggestedName } from './new-list-name.ts';
import type { WorkModalProps } from './work-modal.ts';

const { merge: texts } = listWorkTexts;

type Values = { others: string[]; result: 'new' | 'this'; name: string };

/** A dialog that merges a list with others, either into a new list or into this one. */
export function MergeListsModal({ list, isOpen, onClose, onMade }: WorkModalProps) {
  const { id = 0, name = '', variables = [] }: Partial<RecipientList> = list ?? {};
  const values: Values = { others: [], result: 'new', name: suggestedName(name, texts.suggestion) };
  const { form, dialog } = useDialogForm({
    values,
    validate: {
      others: (others) => (others.length === 0 ? texts.othersRequired : null),
      name: (value, { result }) => (result === 'new' ? nameRule(value) : null),
    },
    isOpen,
    mutation: useMergeLists(),
    toInput: ({ others, result, name: newName }) => ({
      id,
      body: { list_ids: others.map(Number), ...(result === 'new' ? { name: newName } : {}) },
    }),
    onDone: (answer) => {
      onClose();
      onMade(answer.list);
    },
  });
  return (
    <FormModal {...dialog} isDirty={form.isDirty()} title={texts.title} submit={texts.submit} onClose={onClose}>
      <OtherLists listId={id} {...form.getInputProps('others')} />
      <Radio.Group label={texts.result} {...form.getInputProps('result')}>
        <Stack gap="xs" mt="xs">
          <Radio value="new" label={texts.asNew} />
          <Radio value="this" label={texts.into(name)} />
        </Stack>
      </Radio.Group>
      {form.values.result === 'new' && <ListNameInput {...form.getInputProps('name')} />}
      <Text size="sm">{[texts.about, variables.length > 0 ? texts.variables(name) : ''].join(' ')}</Text>
    </FormModal>
  );
}

type OtherListsProps = { listId: number; value?: string[]; onChange?: (value: string[]) => void };

function OtherLists({ listId, ...field }: OtherListsProps) {
  const { data, isLoadingError } = useLists();
  const enterOpens = useEnterOpens();
  const missing = isLoadingError ? texts.notLoaded : uiTexts.loadedSelect.loading;
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
      nothingFoundMessage={data === undefined ? missing : others.length === 0 ? texts.noOthers : texts.nothingFound}
      searchable
      required
      hidePickedOptions
      maxValues={mergedListsMax}
      data-autofocus
      {...enterOpens}
      {...field}
    />
  );
}
