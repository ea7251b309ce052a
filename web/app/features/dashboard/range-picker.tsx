import { DatePickerInput, type DatePickerPreset, type DatesRangeValue } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDayZone } from '../../platform/day-zone.ts';
import { calendarTexts } from '../../ui/calendar.texts.ts';
import css from './dashboard.module.css';
import type { Range } from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';
import { rangePickerTexts } from './range-picker.texts.ts';
import { rangePresets } from './range-presets.ts';

const { filters: texts } = dashboardTexts;

/** The field and its calendar share this ID, so that the field's label also labels the calendar. */
const fieldId = 'dashboard-dates';

function presetsOn(today: string): DatePickerPreset<'range'>[] {
  return rangePresets(today).map(({ label, range }) => ({ label, value: [range.start_date, range.end_date] }));
}

type RangePickerProps = { range: Range; onRange: (range: Range) => void; openAtOnce: boolean };

/** A date range picker. Calls `onRange` only with both dates or neither, so nothing loads while only the first date is chosen. */
export function RangePicker({ range, onRange, openAtOnce }: RangePickerProps) {
  const { note, today } = useDayZone();
  const [first, setFirst] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (openAtOnce) button.current?.click();
  }, [openAtOnce]);
  const value: DatesRangeValue<string> =
    first === null ? [range.start_date || null, range.end_date || null] : [first, null];

  function change([start, end]: DatesRangeValue<string>) {
    if (start !== null && end === null) {
      setFirst(start);
      return;
    }
    setFirst(null);
    onRange({ start_date: start ?? '', end_date: end ?? '' });
  }

  return (
    <DatePickerInput
      ref={button}
      id={fieldId}
      popoverProps={{ id: fieldId, returnFocus: true }}
      type="range"
      label={texts.range(note)}
      placeholder={texts.rangePlaceholder}
      valueFormat="DD/MM/YYYY"
      clearable
      allowSingleDateInRange
      ariaLabels={calendarTexts}
      clearButtonProps={{ 'aria-label': rangePickerTexts.clear }}
      leftSection={<IconCalendar size={16} aria-hidden />}
      presets={presetsOn(today)}
      classNames={{ datePickerRoot: css['calendar'] ?? '', presetsList: css['presets'] ?? '' }}
      value={value}
      onChange={change}
      onDropdownClose={() => setFirst(null)}
    />
  );
}
