import { Input, InputBase } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Range } from './dashboard.queries.ts';

const load = () => import('./range-picker.tsx');
const RangePicker = lazy(async () => ({ default: (await load()).RangePicker }));

type RangeFieldProps = { range: Range; onRange: (range: Range) => void };

/** The date range. The calendar is a good part of the page's code and seldom used, so it comes when it is reached for. */
export function RangeField({ range, onRange }: RangeFieldProps) {
  const [picker, setPicker] = useState<'away' | 'there' | 'asked'>(range.start_date === '' ? 'away' : 'there');
  const stand = (
    <InputBase
      component="button"
      type="button"
      pointer
      label="Date Range"
      leftSection={<IconCalendar size={16} aria-hidden />}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setPicker('asked')}
    >
      <Input.Placeholder>Select date range</Input.Placeholder>
    </InputBase>
  );
  if (picker === 'away') return stand;
  return (
    <Suspense fallback={stand}>
      <RangePicker range={range} onRange={onRange} openAtOnce={picker === 'asked'} />
    </Suspense>
  );
}
