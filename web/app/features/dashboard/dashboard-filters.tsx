import { Button, NativeSelect } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { PerformanceSort } from '@sandpiper/contract/accounts';
import css from './dashboard.module.css';
import type { Range } from './dashboard.queries.ts';
import { RangeField } from './range-field.tsx';

export const defaultSort: PerformanceSort = 'messages_sent_desc';

const sorts: { value: PerformanceSort; label: string }[] = [
  { value: 'messages_sent_desc', label: 'Messages sent, most first' },
  { value: 'messages_sent_asc', label: 'Messages sent, fewest first' },
  { value: 'messages_failed_desc', label: 'Messages failed, most first' },
  { value: 'messages_failed_asc', label: 'Messages failed, fewest first' },
  { value: 'success_rate_desc', label: 'Success rate, highest first' },
  { value: 'success_rate_asc', label: 'Success rate, lowest first' },
  { value: 'total_actions_desc', label: 'Total actions, most first' },
  { value: 'total_actions_asc', label: 'Total actions, fewest first' },
  { value: 'campaigns_used_desc', label: 'Campaigns used in, most first' },
  { value: 'campaigns_used_asc', label: 'Campaigns used in, fewest first' },
];

/** The sort of the address, or the default for anything that is none. */
export function sortOf(text: string): PerformanceSort {
  return sorts.find((sort) => sort.value === text)?.value ?? defaultSort;
}

type DashboardFiltersProps = {
  range: Range;
  sort: PerformanceSort;
  onRange: (range: Range) => void;
  onSort: (sort: PerformanceSort) => void;
  onReset: () => void;
};

export function DashboardFilters({ range, sort, onRange, onSort, onReset }: DashboardFiltersProps) {
  return (
    <section className={css['filterPanel']} aria-label="Dashboard Filters">
      <div className={css['filterWords']}>
        <h2>Dashboard Filters</h2>
        <p>Filter statistics and profile performance</p>
      </div>
      <div className={css['filters']}>
        <RangeField range={range} onRange={onRange} />
        <NativeSelect
          label="Sort Profiles By"
          data={sorts}
          value={sort}
          onChange={(event) => onSort(sortOf(event.currentTarget.value))}
        />
        <Button variant="default" leftSection={<IconRestore size={16} />} onClick={onReset}>
          Reset
        </Button>
      </div>
    </section>
  );
}
