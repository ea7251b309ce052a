import { TextInput } from '@mantine/core';
import type { Computer } from '@sandpiper/contract/accounts';
import { isReservedProfileName } from '@sandpiper/contract/default-profiles';
import { browserProfileNameMaxLength, browserProfileNamePattern } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { browserProfilesTexts } from './browser-profiles.texts.ts';

const texts = browserProfilesTexts.form;

/** Turns what the user typed into a profile name. Firefox would treat text after a space as a folder, so spaces become hyphens. */
function nameOf(typed: string): string {
  return typed.trim().replaceAll(/\s+/g, '-');
}

/** Validates a typed profile name. Returns the error message, or null if the name is valid. */
export function profileNameProblem(typed: string): string | null {
  const name = nameOf(typed);
  if (name === '') return texts.required;
  if (!browserProfileNamePattern.test(name)) return texts.characters;
  return isReservedProfileName(name) ? texts.reserved : null;
}

type CreateProfileModalProps = {
  isOpen: boolean;
  isBusy: boolean;
  computer: Computer | undefined;
  onCreate: (name: string) => void;
  onClose: () => void;
};

export function CreateProfileModal({ isOpen, isBusy, computer, onCreate, onClose }: CreateProfileModalProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  useResetOnOpen(isOpen, () => {
    setTyped('');
    setProblem(null);
  });

  function submit(): void {
    const found = profileNameProblem(typed);
    setProblem(found);
    if (found === null) onCreate(nameOf(typed));
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={browserProfilesTexts.create}
      submit={browserProfilesTexts.create}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        description={texts.hint(computer?.name)}
        placeholder={texts.example}
        required
        maxLength={browserProfileNameMaxLength}
        autoComplete="off"
        data-autofocus
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormModal>
  );
}
