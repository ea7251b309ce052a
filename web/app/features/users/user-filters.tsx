import { Button, Select } from '@mantine/core';
import type { TableState } from '../../platform/url-state.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { activityChoices, packChoices, roleChoices } from './user-choices.ts';

type Filters = { role: string; pack: string; status: string };

const everything = (label: string) => ({ value: '', label });

export function UserFilters({ table }: { table: TableState<Filters> }) {
  const { filters, setFilters } = table;
  return (
    <FilterBar>
      <SearchInput value={table.search} onSearch={table.setSearch} placeholder="Search users..." />
      <Select
        aria-label="Role"
        w={130}
        data={[everything('All roles'), ...roleChoices]}
        value={filters.role}
        onChange={(role) => setFilters({ role: role ?? '' })}
      />
      <Select
        aria-label="Pack"
        w={130}
        data={[everything('All packs'), ...packChoices]}
        value={filters.pack}
        onChange={(pack) => setFilters({ pack: pack ?? '' })}
      />
      <Select
        aria-label="Status"
        w={140}
        data={[everything('All statuses'), ...activityChoices]}
        value={filters.status}
        onChange={(status) => setFilters({ status: status ?? '' })}
      />
      {table.hasFilters ? (
        <Button variant="subtle" onClick={table.reset}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}
