import { Button, List, PasswordInput, Skeleton, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordMaxLength } from '@sandpiper/contract/limits';
import type { UserDeletion } from '@sandpiper/contract/user-deletion';
import { useState } from 'react';
import { boundedText } from '../../platform/bounded-counts.ts';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAskForDeletion, useUserDeletion } from './user-deletion.queries.ts';
import { userDeletionTexts as texts } from './user-deletion.texts.ts';

function Losses({ losses, is_last_admin: isLastAdmin }: UserDeletion) {
  if (isLastAdmin) return <Text size="sm">{texts.lastAdmin}</Text>;
  return (
    <>
      <Text size="sm">{texts.warning}</Text>
      <List size="sm">
        {texts.losses(losses, losses.people.count === 0 ? null : boundedText(losses.people)).map((loss) => (
          <List.Item key={loss}>{loss}</List.Item>
        ))}
      </List>
      <Text size="sm">{texts.stops(losses.running_campaigns)}</Text>
      <Text size="sm">{texts.export}</Text>
    </>
  );
}

function DeletionForm({ onClose }: { onClose: () => void }) {
  const deletion = useUserDeletion();
  const ask = useAskForDeletion();
  const canDelete = deletion.data?.is_last_admin === false;
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? texts.passwordRequired : null) },
  });
  const submit = form.onSubmit((values) =>
    ask.mutate(values, { onSuccess: onClose, onError: (error) => form.setErrors(failedFields(error)) }),
  );
  return (
    <FormModal
      isOpen
      title={texts.title}
      submit={texts.action}
      isDangerous
      isBusy={ask.isPending}
      isDisabled={!canDelete}
      onSubmit={submit}
      onClose={onClose}
    >
      <Loaded query={deletion} what={texts.what} skeleton={<Skeleton h={180} />}>
        {(data) => <Losses {...data} />}
      </Loaded>
      {canDelete && (
        <PasswordInput
          label={texts.password}
          data-autofocus
          autoComplete="current-password"
          maxLength={passwordMaxLength}
          {...form.getInputProps('password')}
        />
      )}
    </FormModal>
  );
}

export function UserDeletionPanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        {texts.action}
      </Button>
      {isOpen && <DeletionForm onClose={() => setOpen(false)} />}
    </Panel>
  );
}
