import { Text, TextInput } from '@mantine/core';
import { savedFilterNameMaxLength } from '@sandpiper/contract/limits';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { useState } from 'react';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { peopleTexts } from './people.texts.ts';
import { useSaveFilter } from './saved-filters.queries.ts';

const { form: texts } = peopleTexts.saved;

type SaveFilterModalProps = { filter: PeopleFilter; isOpen: boolean; onClose: () => void };

export function SaveFilterModal({ filter, isOpen, onClose }: SaveFilterModalProps) {
  const save = useSaveFilter();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  useResetOnOpen(isOpen, () => {
    setName('');
    setProblem(null);
    save.reset();
  });

  function submit(): void {
    if (name.trim() === '') {
      setProblem(texts.required);
      return;
    }
    save.mutate(
      { id: null, body: { name: name.trim(), filter } },
      { onSuccess: onClose, onError: (error) => setProblem(failedFields(error)['name'] ?? null) },
    );
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{texts.keeps}</Text>
      <TextInput
        label={texts.name}
        placeholder={texts.sample}
        required
        maxLength={savedFilterNameMaxLength}
        data-autofocus
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormModal>
  );
}
