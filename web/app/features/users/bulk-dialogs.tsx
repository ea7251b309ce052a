import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Pack } from '@sandpiper/contract/plans';
import type { User } from '@sandpiper/contract/users';
import { useRef } from 'react';
import { namesText } from '../../ui/bulk-bar.texts.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { packChoices } from './user-choices.ts';
import { EndDateInput, endDateProblem } from './user-fields.tsx';
import type { BulkChange } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.bulk;

type BulkDialogProps = { users: readonly User[]; onChange: (change: BulkChange) => void; onClose: () => void };

function Names({ users }: { users: readonly User[] }) {
  return <Text size="sm">{texts.applies(namesText(users.map(({ username }) => username)))}</Text>;
}

export function EndDateDialog({ users, onChange, onClose }: BulkDialogProps) {
  const endDate = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { subscription_end_date: '' },
    validate: {
      // A date is required, because a subscription without an end date isn't active. To end several subscriptions, an administrator sets a
      // date in the past.
      subscription_end_date: (end) => endDateProblem(endDate.current) ?? (end === '' ? texts.dateRequired : null),
    },
  });
  const submit = form.onSubmit(onChange);
  return (
    <FormModal
      isOpen
      title={texts.actions['end-date']}
      submit={texts.submit(users.length)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Names users={users} />
      <EndDateInput
        isRequired
        ref={endDate}
        end={form.values.subscription_end_date}
        inputProps={form.getInputProps('subscription_end_date')}
      />
    </FormModal>
  );
}

export function PackDialog({ users, onChange, onClose }: BulkDialogProps) {
  const form = useForm<{ pack: Pack }>({ initialValues: { pack: users[0]?.pack ?? 'starter' } });
  const submit = form.onSubmit(onChange);
  return (
    <FormModal
      isOpen
      title={texts.actions.pack}
      submit={texts.submit(users.length)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Names users={users} />
      <Select label={usersTexts.form.pack} data={packChoices} {...form.getInputProps('pack')} />
    </FormModal>
  );
}
