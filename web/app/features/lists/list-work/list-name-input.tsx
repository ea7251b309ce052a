import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { listNameMaxLength } from '@sandpiper/contract/limits';
import { listWorkTexts as texts } from './list-work.texts.ts';

export function ListNameInput(props: TextInputProps) {
  return <TextInput label={texts.name} required maxLength={listNameMaxLength} {...props} />;
}
