import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/** A searchable select for use in a form. Enter opens the dropdown or picks the highlighted option, but never submits the form. */
export function ChoiceSelect(props: Omit<SelectProps, 'dropdownOpened'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Select
      {...props}
      searchable
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        setOpen(true);
      }}
    />
  );
}
