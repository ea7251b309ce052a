import { Button, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordMaxLength, passwordMinLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { useUser } from '../../platform/session.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { useChangeOwnPassword } from './password.queries.ts';
import { securityTexts } from './security.texts.ts';

const texts = securityTexts.password;

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { username } = useUser();
  const changePassword = useChangeOwnPassword();
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (password) => (password === '' ? texts.currentRequired : null),
      new_password: (password) => (password.length < passwordMinLength ? texts.tooShort(passwordMinLength) : null),
    },
  });
  const submit = form.onSubmit((passwords) =>
    changePassword.mutate(passwords, {
      onSuccess: onClose,
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );
  return (
    <FormModal
      isOpen
      title={texts.change}
      submit={texts.change}
      isBusy={changePassword.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{texts.consequence}</Text>
      {/* Password managers save the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label={texts.current}
        data-autofocus
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...form.getInputProps('current_password')}
      />
      <PasswordInput
        label={texts.new}
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        {...form.getInputProps('new_password')}
      />
      <PasswordStrength password={form.values.new_password} username={username} />
    </FormModal>
  );
}

export function PasswordPanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
      {isOpen && <PasswordForm onClose={() => setOpen(false)} />}
    </Panel>
  );
}
