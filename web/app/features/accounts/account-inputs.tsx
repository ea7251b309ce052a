import { TextInput, type TextInputProps } from '@mantine/core';
import { profileNameMaxLength } from '@sandpiper/contract/limits';
import { normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import { accountTexts } from './accounts.texts.ts';

const { form: texts } = accountTexts;

/** Returns what is wrong with an account's name, or null if it is valid. */
export function problemOfName(name: string): string | null {
  return name.trim() === '' ? texts.nameRequired : null;
}

export function AccountNameInput(input: TextInputProps) {
  return (
    <TextInput label={texts.name} description={texts.nameHint} required maxLength={profileNameMaxLength} {...input} />
  );
}

/** Returns what is wrong with an account's Instagram username, or null if it is valid or empty. */
export function problemOfUsername(typed: string): string | null {
  const name = normalizeUsername(typed);
  return name === '' ? null : usernameProblem(name);
}

export function InstagramUsernameInput(input: TextInputProps) {
  return (
    <TextInput label={texts.username} description={texts.usernameHint} maxLength={64} autoComplete="off" {...input} />
  );
}
