import { Button, NativeSelect } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { PerformanceSort } from '@sandpiper/contract/account-performance';
import css from './dashboard.module.css';
import type { Range } from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';
import { RangeField } from './range-field.tsx';

const { filters: texts, sorts: sortTexts } = dashboardTexts;

export const defaultSort: PerformanceSort = 'messages_sent_desc';

const sorts: { value: PerformanceSort; label: string }[] = [
  { value: 'messages_sent_desc', label: sortTexts.messages_sent_desc },
  { value: 'messages_sent_asc', label: sortTexts.messages_sent_asc },
  { value: 'messages_failed_desc', label: sortTexts.messages_failed_desc },
  { value: 'messages_failed_asc', label: sortTexts.messages_failed_asc },
  { value: 'success_rate_desc', label: sortTexts.success_rate_desc },
  { value: 'success_rate_asc', label: sortTexts.success_rate_asc },
  { value: 'total_actions_desc', label: sortTexts.total_actions_desc },
  { value: 'total_actions_asc', label: sortTexts.total_actions_asc },
  { value: 'campaigns_used_desc', label: sortTexts.campaigns_used_desc },
  { value: 'campaigns_used_asc', label: sortTexts.campaigns_used_asc },
];

/** Parses the sort order from the URL. Returns the default if it is unknown. */
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
    <section className={css['filterPanel']} aria-label={texts.title}>
      <div className={css['filterWords']}>
        <h2>{texts.title}</h2>
        <p>{texts.text}</p>
      </div>
      <div className={css['filters']}>
        <RangeField range={range} onRange={onRange} />
        <NativeSelect
          label={texts.sort}
          data={sorts}
          value={sort}
          onChange={(event) => onSort(sortOf(event.currentTarget.value))}
        />
        <Button variant="default" leftSection={<IconRestore size={16} />} onClick={onReset}>
          {texts.reset}
        </Button>
      </div>
    </section>
  );
}
