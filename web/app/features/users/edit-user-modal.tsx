import { Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '@sandpiper/contract/users';
import { useRef } from 'react';
import { changedFields } from '../../platform/changed-fields.ts';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { EndDateInput, endDateProblem, UserFields } from './user-fields.tsx';
import { useUpdateUser } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.form;

export function EditUserModal({ user, onClose }: { user: User; onClose: () => void }) {
  const recentSignIn = useRecentSignIn(usersTexts.adminRights.give(user.username));
  const updateUser = useUpdateUser(recentSignIn);
  const endDate = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: {
      username: user.username,
      role: user.role,
      pack: user.pack,
      subscription_end_date: user.subscription_end_date ?? '',
      is_active: user.is_active,
    },
    validate: {
      username: (username) => (username.trim() === '' ? texts.usernameRequired : null),
      subscription_end_date: () => endDateProblem(endDate.current),
    },
  });

  const submit = form.onSubmit((values) =>
    updateUser.mutate(
      { id: user.id, change: changedFields(form.getInitialValues(), values) },
      { onSuccess: onClose, onError: (error) => form.setErrors(failedFields(error)) },
    ),
  );

  return (
    <>
      <FormModal
        isOpen
        title={usersTexts.actions.edit}
        submit={texts.save}
        isBusy={updateUser.isPending}
        isDirty={form.isDirty()}
        onSubmit={submit}
        onClose={onClose}
      >
        <UserFields inputProps={(field) => form.getInputProps(field)} />
        <EndDateInput
          ref={endDate}
          end={form.values.subscription_end_date}
          inputProps={form.getInputProps('subscription_end_date')}
        />
        <Switch
          label={texts.isActive}
          description={texts.isActiveHint}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
      </FormModal>
      {recentSignIn.dialog}
    </>
  );
}
