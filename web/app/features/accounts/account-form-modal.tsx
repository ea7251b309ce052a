import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Account } from '@sandpiper/contract/accounts';
import { looksLikeBrowserDefault } from '@sandpiper/contract/default-profiles';
import { profileNameMaxLength } from '@sandpiper/contract/limits';
import { useEffect, useEffectEvent } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useSaveAccount, type AccountInput } from './accounts.queries.ts';
import { ProfilePathInput } from './profile-path-input.tsx';

type Values = Required<AccountInput>;

const blank: Values = { profile_name: '', profile_path: '', insta_username: '', insta_password: '' };

const ownersProfile =
  'This looks like your personal Firefox profile. Create a separate one for each account under Profiles management.';

function problemOfPath(path: string, values: Values): string | null {
  if (path.trim() === '') return 'Profile path is required';
  return looksLikeBrowserDefault(values.profile_name, path) ? ownersProfile : null;
}

function valuesOf(account: Account | 'new' | null): Values {
  if (account === null || account === 'new') return blank;
  return {
    profile_name: account.profile_name,
    profile_path: account.profile_path,
    insta_username: account.insta_username ?? '',
    insta_password: '',
  };
}

type AccountFormModalProps = { target: Account | 'new' | null; isOpen: boolean; onClose: () => void };

export function AccountFormModal({ target, isOpen, onClose }: AccountFormModalProps) {
  const account = target === 'new' ? null : target;
  const save = useSaveAccount();
  const form = useForm<Values>({
    initialValues: blank,
    validate: {
      profile_name: (name) => (name.trim() === '' ? 'Profile name is required' : null),
      profile_path: problemOfPath,
    },
  });

  const begin = useEffectEvent(() => {
    form.setValues(valuesOf(target));
    form.clearErrors();
    save.reset();
  });
  useEffect(() => {
    if (isOpen) begin();
  }, [isOpen]);

  const submit = form.onSubmit((values) => {
    save.mutate(
      { id: account?.id ?? null, body: values },
      { onSuccess: onClose, onError: (error) => form.setErrors(failedFields(error)) },
    );
  });

  return (
    <FormModal
      isOpen={isOpen}
      title={account === null ? 'Add Account' : 'Edit Profile'}
      submit={account === null ? 'Add Account' : 'Save Changes'}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProfilePathInput
        isOpen={isOpen}
        value={form.values.profile_path}
        error={form.errors['profile_path']}
        onChange={(path) => form.setFieldValue('profile_path', path)}
        onPick={(profile) => {
          if (form.values.profile_name.trim() === '') form.setFieldValue('profile_name', profile.name);
        }}
      />
      <TextInput
        label="Profile name"
        description="What this account is called here"
        required
        maxLength={profileNameMaxLength}
        {...form.getInputProps('profile_name')}
      />
      <TextInput
        label="Instagram username"
        description="Optional. The agent then checks that the right account is signed in."
        maxLength={64}
        autoComplete="off"
        {...form.getInputProps('insta_username')}
      />
      <PasswordInput
        label="Instagram password"
        description={
          account?.has_password === true
            ? 'One is stored. Leave this empty to keep it.'
            : 'Optional. Stored encrypted, and used only to fill in the sign-in form on your own computer.'
        }
        maxLength={200}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        {...form.getInputProps('insta_password')}
      />
    </FormModal>
  );
}
