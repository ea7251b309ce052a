import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordMaxLength } from '@sandpiper/contract/limits';
import type { User } from '@sandpiper/contract/users';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useChangePassword } from './users.queries.ts';

export function ChangePasswordModal({ user, onClose }: { user: User; onClose: () => void }) {
  const changePassword = useChangePassword();
  const form = useForm({
    initialValues: { new_password: '' },
    validate: { new_password: (password) => (password === '' ? 'New password is required' : null) },
  });

  const submit = form.onSubmit(({ new_password: newPassword }) =>
    changePassword.mutate(
      { id: user.id, newPassword },
      { onSuccess: onClose, onError: (error) => form.setErrors(failedFields(error)) },
    ),
  );

  return (
    <FormModal
      isOpen
      title="Change Password"
      submit="Change Password"
      isBusy={changePassword.isPending}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <Text size="sm">
        {user.username} is signed out on every device and signs in with the new password from then on.
      </Text>
      <PasswordInput
        label="New password"
        required
        data-autofocus
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
        {...form.getInputProps('new_password')}
      />
    </FormModal>
  );
}
