import { Group, Select, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { usernameMaxLength } from '@sandpiper/contract/limits';
import type { ReactNode } from 'react';
import { packChoices, roleChoices } from './user-choices.ts';
import { usersTexts } from './users.texts.ts';

type UserFieldsProps = {
  inputProps: (field: 'username' | 'role' | 'pack') => GetInputPropsReturnType;
  /** Below the name. */
  children?: ReactNode;
};

/** The fields that creating and editing a user share. */
export function UserFields({ inputProps, children }: UserFieldsProps) {
  return (
    <>
      <TextInput
        label={usersTexts.form.username}
        required
        data-autofocus
        autoComplete="off"
        maxLength={usernameMaxLength}
        {...inputProps('username')}
      />
      {children}
      <Group grow>
        <Select label={usersTexts.form.role} data={[...roleChoices]} {...inputProps('role')} />
        <Select label={usersTexts.form.pack} data={[...packChoices]} {...inputProps('pack')} />
      </Group>
    </>
  );
}
