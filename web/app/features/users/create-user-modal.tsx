import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Role } from '@sandpiper/contract/auth';
import { passwordMaxLength } from '@sandpiper/contract/limits';
import type { Pack } from '@sandpiper/contract/plans';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { UserFields } from './user-fields.tsx';
import { useCreateUser } from './users.queries.ts';

type Values = { username: string; password: string; role: Role; pack: Pack; subscription_end_date: string };

const initialValues: Values = {
  username: '',
  password: '',
  role: 'user',
  pack: 'starter',
  subscription_end_date: '',
};

export function CreateUserModal({ onClose }: { onClose: () => void }) {
  const createUser = useCreateUser();
  const form = useForm<Values>({
    initialValues,
    validate: {
      username: (username) => (username.trim() === '' ? 'Username is required' : null),
      password: (password) => (password === '' ? 'Password is required' : null),
    },
  });

  const submit = form.onSubmit((values) =>
    createUser.mutate(values, {
      onSuccess: onClose,
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );

  return (
    <FormModal
      isOpen
      title="Add User"
      submit="Create User"
      isBusy={createUser.isPending}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <UserFields inputProps={(field) => form.getInputProps(field)}>
        <PasswordInput
          label="Password"
          required
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
          {...form.getInputProps('password')}
        />
      </UserFields>
      <TextInput
        type="date"
        label="Subscription end date"
        description="Optional. Without one the subscription is not active."
        {...form.getInputProps('subscription_end_date')}
      />
    </FormModal>
  );
}
