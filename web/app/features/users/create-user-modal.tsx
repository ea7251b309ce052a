import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Role } from '@sandpiper/contract/auth';
import { passwordMaxLength } from '@sandpiper/contract/limits';
import type { Pack } from '@sandpiper/contract/plans';
import { useRef } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { EndDateInput, endDateProblem, UserFields } from './user-fields.tsx';
import { useCreateUser } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.form;

type Values = { username: string; password: string; role: Role; pack: Pack; subscription_end_date: string };

const initialValues: Values = {
  username: '',
  password: '',
  role: 'user',
  pack: 'starter',
  subscription_end_date: '',
};

export function CreateUserModal({ onClose }: { onClose: () => void }) {
  const recentSignIn = useRecentSignIn(usersTexts.adminRights.add);
  const createUser = useCreateUser(recentSignIn);
  const endDate = useRef<HTMLInputElement>(null);
  const form = useForm<Values>({
    initialValues,
    validate: {
      username: (username) => (username.trim() === '' ? texts.usernameRequired : null),
      password: (password) => (password === '' ? texts.passwordRequired : null),
      subscription_end_date: () => endDateProblem(endDate.current),
    },
  });

  const submit = form.onSubmit((values) =>
    createUser.mutate(values, {
      onSuccess: onClose,
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );

  return (
    <>
      <FormModal
        isOpen
        title={usersTexts.add}
        submit={texts.create}
        isBusy={createUser.isPending}
        isDirty={form.isDirty()}
        onSubmit={submit}
        onClose={onClose}
      >
        <UserFields inputProps={(field) => form.getInputProps(field)}>
          <PasswordInput
            label={texts.password}
            required
            autoComplete="new-password"
            maxLength={passwordMaxLength}
            {...form.getInputProps('password')}
          />
        </UserFields>
        <EndDateInput
          ref={endDate}
          end={form.values.subscription_end_date}
          inputProps={form.getInputProps('subscription_end_date')}
        />
      </FormModal>
      {recentSignIn.dialog}
    </>
  );
}
