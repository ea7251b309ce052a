import { Group, Select, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { usernameMaxLength } from '@sandpiper/contract/limits';
import { formatDay, utcDay } from '../../platform/dates.ts';
import type { ReactNode, Ref } from 'react';
import { packChoices, roleChoices } from './user-choices.ts';
import { usersTexts } from './users.texts.ts';

type UserFieldsProps = {
  inputProps: (field: 'username' | 'role' | 'pack') => GetInputPropsReturnType;
  /** Shown below the username field. */
  children?: ReactNode;
};

/** The fields shared by the forms for creating and editing a user. */
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
        <Select label={usersTexts.form.role} data={roleChoices} {...inputProps('role')} />
        <Select label={usersTexts.form.pack} data={packChoices} {...inputProps('pack')} />
      </Group>
    </>
  );
}

function endDateHint(end: string, isRequired: boolean): string | undefined {
  if (end === '') return isRequired ? undefined : usersTexts.form.endDateHint;
  const hasEnded = end < utcDay(new Date());
  return hasEnded ? usersTexts.form.ended(formatDay(end)) : usersTexts.form.endsOn(formatDay(end));
}

/** Returns an error message if the typed date is incomplete or impossible. In that case, browsers report an empty value. */
export function endDateProblem(field: HTMLInputElement | null): string | null {
  return field?.validity.badInput === true ? usersTexts.form.endDateInvalid : null;
}

type EndDateInputProps = {
  end: string;
  inputProps: GetInputPropsReturnType;
  ref: Ref<HTMLInputElement>;
  isRequired?: boolean;
};

/**
 * The field for the subscription's end date. The hint repeats the date in the app's format, because the field uses the
 * browser's format.
 */
export function EndDateInput({ end, inputProps, ref, isRequired = false }: EndDateInputProps) {
  return (
    <TextInput
      ref={ref}
      type="date"
      label={usersTexts.form.endDate}
      required={isRequired}
      description={endDateHint(end, isRequired)}
      // Without a maximum, browsers accept years with more than four digits.
      max="9999-12-31"
      {...inputProps}
    />
  );
}
