import { Button, Group, PasswordInput, Stack, Text, type PasswordInputProps } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import { useState } from 'react';
import { useRemovePassword } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';

const { form: texts } = accountTexts;

type PasswordFieldProps = PasswordInputProps & {
  /** The account being edited, or null for a new one. */
  account: Account | null;
  /** The username currently in the form. */
  username: string;
};

/** The field for the Instagram password, with a button that removes the stored password. */
export function PasswordField({ account, username, ...input }: PasswordFieldProps) {
  const removal = useRemovePassword();
  const stored = account?.has_password === true && !removal.isSuccess ? account : null;
  return (
    <Stack gap="xs">
      <PasswordInput
        label={texts.password}
        description={stored === null ? texts.passwordHint : storedText(stored, username)}
        maxLength={200}
        autoComplete="new-password"
        {...input}
      />
      {stored !== null && (
        <PasswordRemoval account={stored} isBusy={removal.isPending} onRemove={() => removal.mutate(stored)} />
      )}
    </Stack>
  );
}

/** Adding a username to an account that has none doesn't remove its stored password. */
function storedText({ insta_username }: Account, typed: string): string {
  const isRenamed = insta_username !== null && normalizeUsername(typed) !== insta_username;
  return isRenamed ? texts.passwordDropped : texts.passwordStored;
}

type PasswordRemovalProps = { account: Account; isBusy: boolean; onRemove: () => void };

function PasswordRemoval({ account, isBusy, onRemove }: PasswordRemovalProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Group>
        <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
          {texts.removePassword}
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="xs" role="alert">
      <Text size="sm">{texts.removePasswordQuestion(account.profile_name)}</Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" autoFocus onClick={() => setAsking(false)}>
          {texts.keepPassword}
        </Button>
        <Button size="compact-sm" color="red" loading={isBusy} onClick={onRemove}>
          {texts.confirmRemovePassword}
        </Button>
      </Group>
    </Stack>
  );
}
