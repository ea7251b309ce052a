import { TextInput } from '@mantine/core';
import { browserProfileNameMaxLength, browserProfileNamePattern } from '@sandpiper/contract/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormModal } from '../../ui/form-modal.tsx';

/** What is wrong with a profile's name as typed; null when nothing is. */
export function profileNameProblem(typed: string): string | null {
  const name = typed.trim();
  if (name === '') return 'Profile name is required';
  if (!browserProfileNamePattern.test(name)) return 'Use letters, digits, - and _ only';
  return name.toLowerCase().includes('default') ? 'Names with “default” are kept for your own surfing' : null;
}

type CreateProfileModalProps = {
  isOpen: boolean;
  isBusy: boolean;
  onCreate: (name: string) => void;
  onClose: () => void;
};

export function CreateProfileModal({ isOpen, isBusy, onCreate, onClose }: CreateProfileModalProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const begin = useEffectEvent(() => {
    setTyped('');
    setProblem(null);
  });
  useEffect(() => {
    if (isOpen) begin();
  }, [isOpen]);

  function submit(): void {
    const found = profileNameProblem(typed);
    setProblem(found);
    if (found === null) onCreate(typed.trim());
  }

  return (
    <FormModal
      isOpen={isOpen}
      title="Create Profile"
      submit="Create Profile"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Profile name"
        description="Sandpiper Agent makes an empty Firefox profile of this name on your computer."
        placeholder="studio-north"
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
