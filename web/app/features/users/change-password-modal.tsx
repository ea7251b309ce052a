import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordMaxLength } from '@sandpiper/contract/limits';
import type { User } from '@sandpiper/contract/users';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { usersTexts } from './users.texts.ts';
import { useChangePassword } from './users.queries.ts';

export function ChangePasswordModal({ user, onClose }: { user: User; onClose: () => void }) {
  const recentSignIn = useRecentSignIn(usersTexts.changePassword.what(user.username));
  const changePassword = useChangePassword(recentSignIn);
  const form = useForm({
    initialValues: { new_password: '' },
    validate: { new_password: (password) => (password === '' ? usersTexts.changePassword.required : null) },
  });

  const submit = form.onSubmit(({ new_password: newPassword }) =>
    changePassword.mutate(
      { id: user.id, newPassword },
      { onSuccess: onClose, onError: (error) => form.setErrors(failedFields(error)) },
    ),
  );

  return (
    <>
      <FormModal
        isOpen
        title={usersTexts.actions.password}
        submit={usersTexts.actions.password}
        isBusy={changePassword.isPending}
        onSubmit={submit}
        onClose={onClose}
      >
        <Text size="sm">{usersTexts.changePassword.warning(user.username)}</Text>
        <PasswordInput
          label={usersTexts.changePassword.label}
          required
          data-autofocus
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          {...form.getInputProps('new_password')}
        />
      </FormModal>
      {recentSignIn.dialog}
    </>
  );
}
