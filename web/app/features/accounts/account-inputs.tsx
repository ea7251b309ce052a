import { TextInput, type TextInputProps } from '@mantine/core';
import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import { profileNameMaxLength } from '@sandpiper/contract/limits';
import { normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import { accountTexts } from './accounts.texts.ts';

const { form: texts } = accountTexts;

/** Returns what is wrong with an account's name, or null if it is valid. */
export function problemOfName(name: string): string | null {
  return name.trim() === '' ? texts.nameRequired : null;
}

/** The input for an account's name. Names that hide the account are allowed, but the hint warns about them. */
export function AccountNameInput({ value = '', ...input }: TextInputProps & { value?: string }) {
  const isHiding = isHiddenAccount({ profile_name: value, profile_path: '' });
  return (
    <TextInput
      label={texts.name}
      description={isHiding ? texts.nameHides : texts.nameHint}
      descriptionProps={isHiding ? { c: 'var(--yellow-text)' } : {}}
      required
      maxLength={profileNameMaxLength}
      value={value}
      {...input}
    />
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
