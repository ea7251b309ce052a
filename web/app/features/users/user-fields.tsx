import { Group, Select, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { usernameMaxLength } from '@sandpiper/contract/limits';
import type { ReactNode } from 'react';
import { packChoices, roleChoices } from './user-choices.ts';

type UserFieldsProps = {
  inputProps: (field: 'username' | 'role' | 'pack') => GetInputPropsReturnType;
  /** Below the name. */
  children?: ReactNode;
};

/** What is asked of a user who is made, and can be changed later. */
export function UserFields({ inputProps, children }: UserFieldsProps) {
  return (
    <>
      <TextInput
        label="Username"
        required
        data-autofocus
        autoComplete="off"
        maxLength={usernameMaxLength}
        {...inputProps('username')}
      />
      {children}
      <Group grow>
        <Select label="Role" data={[...roleChoices]} {...inputProps('role')} />
        <Select label="Pack" data={[...packChoices]} {...inputProps('pack')} />
      </Group>
    </>
  );
}
