import { Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { optionValue, type SelectOption } from '../platform/select-options.ts';
import type { TableState } from '../platform/url-state.ts';
import { FilterBar, SearchInput } from './filter-bar.tsx';
import { uiTexts } from './ui.texts.ts';

type ChoiceFilter<Name> = {
  name: Name;
  label: string;
  /** The label of the option that turns the filter off. */
  all: string;
  choices: readonly SelectOption<string>[];
  width: number;
};

type TableFiltersProps<Name extends string> = {
  table: TableState<Record<Name, string>>;
  placeholder: string;
  filters?: readonly ChoiceFilter<Name>[];
  /** Shown after the filters. */
  children?: ReactNode;
};

/** A search field, selects for the filters, and a button that clears the search and the filters. Their values are stored in the URL. */
export function TableFilters<Name extends string>(props: TableFiltersProps<Name>) {
  const { table, placeholder, filters = [], children } = props;
  const set = (change: Partial<Record<string, string>>) => table.setFilters(change);
  return (
    <FilterBar>
      <SearchInput value={table.search} onSearch={table.setSearch} placeholder={placeholder} />
      {filters.map(({ name, label, all, choices, width }) => (
        <Select
          key={name}
          aria-label={label}
          w={width}
          data={[{ value: '', label: all }, ...choices]}
          value={optionValue(choices, table.filters[name]) ?? ''}
          onChange={(value) => set({ [name]: value ?? '' })}
        />
      ))}
      {filters.length > 0 && table.hasFilters && (
        <Button variant="subtle" onClick={table.reset}>
          {uiTexts.filters.clear}
        </Button>
      )}
      {children}
    </FilterBar>
  );
}
