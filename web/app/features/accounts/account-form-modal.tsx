import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Account } from '@sandpiper/contract/accounts';
import { useState } from 'react';
import { changedFields } from '../../platform/changed-fields.ts';
import { isSamePath } from '../../platform/browser-profiles.ts';
import { useComputerChoice } from '../../platform/computers.ts';
import { refillForm, useResetOnOpen } from '../../platform/dialog-state.ts';
import { failedFields } from '../../platform/failure.ts';
import { ComputerSelect } from '../../ui/computer-select.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { accountCreationTexts } from './account-creation.texts.ts';
import {
  accountOf,
  blankValues,
  newAccountValuesOf,
  problemOfPath,
  valuesOf,
  type AccountFormValues,
  type NewAccountValues,
} from './account-form.values.ts';
import { AccountNameInput, InstagramUsernameInput, problemOfName, problemOfUsername } from './account-inputs.tsx';
import { useSaveAccount } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import { useBrowserProfileChoices } from './browser-profile-choices.queries.ts';
import { LimitsFields } from './limits/limits-fields.tsx';
import { limitsErrorsOf, limitsRules } from './limits/limits-input.ts';
import { PasswordField } from './password-field.tsx';
import { ProfilePathInput } from './profile-path-input.tsx';

const { form: texts } = accountTexts;

type AccountFormModalProps = {
  target: Account | 'new' | null;
  isOpen: boolean;
  onClose: () => void;
  /** Called with what has been typed when the user wants a new Firefox profile for a new account. */
  onCreateProfile?: (typed: NewAccountValues) => void;
};

export function AccountFormModal(props: AccountFormModalProps) {
  const { target, isOpen, onClose, onCreateProfile } = props;
  const account = target === 'new' ? null : target;
  const save = useSaveAccount();
  const [asked, setAsked] = useState<string>();
  const choice = useComputerChoice(asked ?? account?.computer?.id, isOpen);
  const choices = useBrowserProfileChoices(isOpen, choice);
  const isPlaced = choice.computer !== undefined && choice.computer.id === account?.computer?.id;
  // The profile that the user picked, and its computer. A typed path can be on any computer, so it is sent without a computer.
  const [picked, setPicked] = useState<{ path: string; computer_id: string | undefined }>();
  const form = useForm<AccountFormValues>({
    initialValues: blankValues,
    validate: {
      profile_name: problemOfName,
      profile_path: problemOfPath,
      insta_username: problemOfUsername,
      ...limitsRules,
    },
  });

  useResetOnOpen(
    isOpen,
    () => {
      refillForm(form, valuesOf(target));
      save.reset();
      setAsked(undefined);
      setPicked(undefined);
    },
    target,
  );

  const submit = form.onSubmit((values) => {
    const body = accountOf(values);
    const place = picked?.path === values.profile_path ? { computer_id: picked.computer_id } : {};
    const isMissing = choices.hasNone((path) => isSamePath(path, values.profile_path));
    save.mutate(
      account === null
        ? { id: null, body: { ...body, ...place }, isMissing }
        : { id: account.id, body: { ...changedFields(accountOf(form.getInitialValues()), body), ...place }, isMissing },
      { onSuccess: onClose, onError: (error) => form.setErrors(limitsErrorsOf(failedFields(error), values)) },
    );
  });

  return (
    <FormModal
      isOpen={isOpen}
      title={account === null ? texts.addTitle : texts.editTitle}
      submit={account === null ? texts.add : texts.save}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      {account === null && onCreateProfile !== undefined && (
        <Button variant="light" onClick={() => onCreateProfile(newAccountValuesOf(form.values))}>
          {accountCreationTexts.submit}
        </Button>
      )}
      {!isPlaced && <ComputerSelect choice={choice} onChoose={setAsked} />}
      <ProfilePathInput
        choices={choices}
        value={form.values.profile_path}
        error={form.errors['profile_path']}
        onChange={(path) => form.setFieldValue('profile_path', path)}
        onPick={(profile) => {
          setPicked({ path: profile.path, computer_id: choice.computer?.id });
          if (form.values.profile_name.trim() === '') form.setFieldValue('profile_name', profile.name);
        }}
      />
      <AccountNameInput {...form.getInputProps('profile_name')} />
      <InstagramUsernameInput {...form.getInputProps('insta_username')} />
      <PasswordField
        account={account}
        username={form.values.insta_username}
        {...form.getInputProps('insta_password')}
      />
      <LimitsFields form={form} />
    </FormModal>
  );
}
