import { Button, Select } from '@mantine/core';
import type { TableState } from '../../platform/url-state.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { categoryChoices, priorityChoices, statusChoices } from './ticket-words.ts';

type Filters = { status: string; priority: string; category: string };

const everything = (label: string) => ({ value: '', label });

export function TicketFilters({ table }: { table: TableState<Filters> }) {
  const { filters, setFilters } = table;
  return (
    <FilterBar>
      <SearchInput value={table.search} onSearch={table.setSearch} placeholder="Search tickets..." />
      <Select
        aria-label="Status"
        w={150}
        data={[everything('All statuses'), ...statusChoices]}
        value={filters.status}
        onChange={(status) => setFilters({ status: status ?? '' })}
      />
      <Select
        aria-label="Priority"
        w={150}
        data={[everything('All priorities'), ...priorityChoices]}
        value={filters.priority}
        onChange={(priority) => setFilters({ priority: priority ?? '' })}
      />
      <Select
        aria-label="Category"
        w={165}
        data={[everything('All categories'), ...categoryChoices]}
        value={filters.category}
        onChange={(category) => setFilters({ category: category ?? '' })}
      />
      {table.hasFilters ? (
        <Button variant="subtle" onClick={table.reset}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}
