import { Select, type SelectProps } from '@mantine/core';
import { useEnterOpens } from './use-enter-opens.ts';

/** A searchable select for use in a form. Enter never submits the form. */
export function ChoiceSelect(
  props: Omit<SelectProps, 'dropdownOpened' | 'onDropdownOpen' | 'onDropdownClose' | 'onKeyDown'>,
) {
  return <Select searchable {...props} {...useEnterOpens()} />;
}
