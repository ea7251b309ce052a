import { Button, Select } from '@mantine/core';
import type { Choice } from '../platform/choices.ts';
import type { TableState } from '../platform/url-state.ts';
import { FilterBar } from './filter-bar.tsx';
import { SearchInput } from './search-input.tsx';

type ChoiceFilter<Name> = {
  name: Name;
  label: string;
  /** What it says while nothing is filtered. */
  all: string;
  choices: readonly Choice<string>[];
  width: number;
};

type TableFiltersProps<Name extends string> = {
  table: TableState<Record<Name, string>>;
  placeholder: string;
  filters: readonly ChoiceFilter<Name>[];
};

/** The search and the filters of a table, kept in the address, with a way to be rid of them all. */
export function TableFilters<Name extends string>({ table, placeholder, filters }: TableFiltersProps<Name>) {
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
          value={table.filters[name]}
          onChange={(value) => set({ [name]: value ?? '' })}
        />
      ))}
      {filters.length > 0 && table.hasFilters && (
        <Button variant="subtle" onClick={table.reset}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
