import { Button, NativeSelect } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { PerformanceSort } from '@sandpiper/contract/account-performance';
import css from './dashboard.module.css';
import { noRange, type Range } from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';
import { RangeField } from './range-field.tsx';

const { filters: texts, sorts: sortTexts } = dashboardTexts;

export const defaultSort: PerformanceSort = 'messages_sent_desc';

const sorts = Object.entries(sortTexts).map(([value, label]) => ({ value, label }));

const isSort = (text: string): text is PerformanceSort => Object.hasOwn(sortTexts, text);

/** Parses the sort order from the URL. Returns the default order if the URL contains an unknown order. */
export function sortOf(text: string): PerformanceSort {
  return isSort(text) ? text : defaultSort;
}

type DashboardFiltersProps = {
  range: Range;
  sort: PerformanceSort;
  onChange: (change: Partial<Range & { sort: string }>) => void;
};

export function DashboardFilters({ range, sort, onChange }: DashboardFiltersProps) {
  return (
    <section className={css['filterPanel']} aria-label={texts.title}>
      <div className={css['filterWords']}>
        <h2>{texts.title}</h2>
        <p>{texts.text}</p>
      </div>
      <div className={css['filters']}>
        <RangeField range={range} onRange={onChange} />
        <NativeSelect
          label={texts.sort}
          data={sorts}
          value={sort}
          onChange={(event) => onChange({ sort: event.currentTarget.value })}
        />
        <Button
          variant="default"
          leftSection={<IconRestore size={16} />}
          onClick={() => onChange({ ...noRange, sort: defaultSort })}
        >
          {texts.reset}
        </Button>
      </div>
    </section>
  );
}
