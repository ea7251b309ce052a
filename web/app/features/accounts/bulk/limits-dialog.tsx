import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Account } from '@sandpiper/contract/accounts';
import { useState } from 'react';
import { failedFields } from '../../../platform/failure.ts';
import { namesText } from '../../../ui/bulk-bar.texts.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { LimitsFields } from '../limits/limits-fields.tsx';
import { limitsErrorsOf, limitsOf, limitsRules, type LimitsInput } from '../limits/limits-input.ts';
import type { useChangeAccounts } from './account-bulk.queries.ts';
import { accountBulkTexts } from './account-bulk.texts.ts';
import { commonLimits } from './common-limits.ts';

const { setLimits: texts } = accountBulkTexts;

type LimitsDialogProps = {
  accounts: readonly Account[];
  update: ReturnType<typeof useChangeAccounts>;
  onDone: (done: readonly Account[]) => void;
  onClose: () => void;
};

/** Sets the limits of several accounts. The form begins with the limits that they have in common. */
export function LimitsDialog({ accounts, update, onDone, onClose }: LimitsDialogProps) {
  const [{ limits, differing }] = useState(() => commonLimits(accounts));
  const form = useForm<LimitsInput>({ initialValues: limits, validate: limitsRules });
  const submit = form.onSubmit((values) =>
    update.mutate(
      { accounts, change: limitsOf(values) },
      {
        onSuccess: ({ done }) => onDone(done),
        onError: (error) => form.setErrors(limitsErrorsOf(failedFields(error), values)),
      },
    ),
  );
  const names = namesText(accounts.map(({ profile_name }) => profile_name));
  const settings = new Intl.ListFormat('en').format(differing.map((name) => texts.settings[name]));
  return (
    <FormModal
      isOpen
      title={texts.title(accounts.length)}
      submit={texts.submit(accounts.length)}
      isBusy={update.isPending}
      isDirty={form.isDirty()}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {texts.replaces(accounts.length, names)}
        {differing.length > 0 && ` ${texts.differs(settings)}`}
      </Text>
      <LimitsFields form={form} />
    </FormModal>
  );
}
