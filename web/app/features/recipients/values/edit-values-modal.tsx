import { Text, TextInput } from '@mantine/core';
import { valueOfVariable, variableValueMaxLength } from '@sandpiper/contract/list-variables';
import type { Recipient } from '@sandpiper/contract/recipients';
import { useState } from 'react';
import { useResetOnOpen } from '../../../platform/dialog-state.ts';
import { failedFields } from '../../../platform/failure.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { lengthProblem } from '../../../ui/text-length.ts';
import { useSaveValues } from './values.queries.ts';
import { valuesTexts } from './values.texts.ts';

const { person: texts } = valuesTexts;

type EditValuesModalProps = {
  recipient: Recipient | null;
  variables: readonly string[];
  isOpen: boolean;
  onClose: () => void;
};

const textOf = (values: Recipient['variables'], name: string) => valueOfVariable(values, name) ?? '';

/** A dialog for editing one person's values for the list's variables. */
export function EditValuesModal({ recipient, variables, isOpen, onClose }: EditValuesModalProps) {
  const save = useSaveValues();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const stored = recipient?.variables ?? {};
  const changed = variables.filter((name) => textOf(typed, name) !== textOf(stored, name));
  const problems = save.error === null ? {} : failedFields(save.error);

  const tooLong = (name: string) => lengthProblem(textOf(typed, name), variableValueMaxLength);

  useResetOnOpen(isOpen, () => {
    setTyped(stored);
    save.reset();
  });

  function submit(): void {
    if (recipient === null) return;
    if (changed.length === 0) return onClose();
    if (changed.some((name) => tooLong(name) !== null)) return;
    const values = Object.fromEntries(changed.map((name) => [name, textOf(typed, name)]));
    save.mutate({ recipient, values }, { onSuccess: onClose });
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title(recipient?.recipient ?? '')}
      submit={texts.submit}
      isBusy={save.isPending}
      isDirty={changed.length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {texts.explain}
      </Text>
      {variables.map((name, place) => (
        <TextInput
          key={name}
          label={name}
          autoComplete="off"
          data-autofocus={place === 0 || undefined}
          value={textOf(typed, name)}
          error={tooLong(name) ?? valueOfVariable(problems, name)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [name]: value }));
          }}
        />
      ))}
    </FormModal>
  );
}
