import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Account } from '@sandpiper/contract/accounts';
import { isBrowserDefaultFolder } from '@sandpiper/contract/default-profiles';
import { useEffect, useEffectEvent } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { accountCreationTexts } from './account-creation.texts.ts';
import { AccountNameInput, InstagramUsernameInput, problemOfName } from './account-inputs.tsx';
import { useSaveAccount, type AccountInput } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import { PasswordField } from './password-field.tsx';
import { ProfilePathInput } from './profile-path-input.tsx';

const { form: texts } = accountTexts;

type Values = Required<AccountInput>;

const blank: Values = { profile_name: '', profile_path: '', insta_username: '', insta_password: '' };

function problemOfPath(path: string): string | null {
  if (path.trim() === '') return texts.pathRequired;
  // Only the folder counts: an account may have any name.
  return isBrowserDefaultFolder(path) ? texts.personalProfile : null;
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

type AccountFormModalProps = {
  target: Account | 'new' | null;
  isOpen: boolean;
  onClose: () => void;
  /** The user wants a new Firefox profile for a new account. */
  onCreateProfile: () => void;
};

export function AccountFormModal(props: AccountFormModalProps) {
  const { target, isOpen, onClose, onCreateProfile } = props;
  const account = target === 'new' ? null : target;
  const save = useSaveAccount();
  const form = useForm<Values>({
    initialValues: blank,
    validate: { profile_name: problemOfName, profile_path: problemOfPath },
  });

  const begin = useEffectEvent(() => {
    const values = valuesOf(target);
    form.setValues(values);
    form.resetDirty(values);
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
      title={account === null ? texts.addTitle : texts.editTitle}
      submit={account === null ? texts.add : texts.save}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      {account === null && (
        <Button variant="light" onClick={onCreateProfile}>
          {accountCreationTexts.submit}
        </Button>
      )}
      <ProfilePathInput
        isOpen={isOpen}
        value={form.values.profile_path}
        error={form.errors['profile_path']}
        onChange={(path) => form.setFieldValue('profile_path', path)}
        onPick={(profile) => {
          if (form.values.profile_name.trim() === '') form.setFieldValue('profile_name', profile.name);
        }}
      />
      <AccountNameInput {...form.getInputProps('profile_name')} />
      <InstagramUsernameInput {...form.getInputProps('insta_username')} />
      <PasswordField
        account={account}
        username={form.values.insta_username ?? ''}
        {...form.getInputProps('insta_password')}
      />
    </FormModal>
  );
}
