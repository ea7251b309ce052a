import { Input, InputBase } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useDayZone } from '../../platform/day-zone.ts';
import { lazyPart, preload } from '../../platform/lazy-part.ts';
import type { Range } from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';

const { filters: texts } = dashboardTexts;

const load = async () => (await import('./range-picker.tsx')).RangePicker;
const RangePicker = lazyPart(load);

type RangeFieldProps = { range: Range; onRange: (range: Range) => void };

/** The date range field. The calendar's code is loaded on demand, because it is large and rarely used. */
export function RangeField({ range, onRange }: RangeFieldProps) {
  const { note } = useDayZone();
  const [picker, setPicker] = useState<'away' | 'there' | 'asked'>('away');
  // The range can also come from the URL, for example when the user goes back.
  if (picker === 'away' && range.start_date !== '') setPicker('there');
  const placeholder = (
    <InputBase
      component="button"
      type="button"
      pointer
      label={texts.range(note)}
      leftSection={<IconCalendar size={16} aria-hidden />}
      onPointerEnter={() => preload(load)}
      onFocus={() => preload(load)}
      onClick={() => setPicker('asked')}
    >
      <Input.Placeholder>{texts.rangePlaceholder}</Input.Placeholder>
    </InputBase>
  );
  if (picker === 'away') return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <RangePicker range={range} onRange={onRange} openAtOnce={picker === 'asked'} />
    </Suspense>
  );
}
