import { Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useDayZone } from '../../platform/day-zone.ts';
import { calendarTexts } from '../../ui/calendar.texts.ts';
import type { PeopleTable } from './people-filter.ts';
import { peopleTexts } from './people.texts.ts';

const { filters: texts } = peopleTexts;
const usualDays = [7, 30, 90, 365];
const day = 'day';

/**
 * Filters people by date: within a number of days, or since a fixed date. Which of a person's dates is compared depends on the state
 * filter.
 */
export function SinceFilter({ table: { filters, setFilters } }: { table: PeopleTable }) {
  const { note, today } = useDayZone();
  const [isChoosing, setChoosing] = useState(false);
  const { days, since } = filters;
  const isDay = since !== '' || (isChoosing && days === '');
  const known = [...new Set([...usualDays, ...(days === '' ? [] : [Number(days)])])];
  return (
    <>
      <Select
        aria-label={texts.since}
        w={150}
        data={[
          { value: '', label: texts.anyTime },
          ...known.map((count) => ({ value: String(count), label: texts.lastDays(count) })),
          { value: day, label: texts.sinceDay },
        ]}
        value={isDay ? day : days}
        onChange={(next) => {
          setChoosing(next === day);
          setFilters({ days: next === day ? '' : (next ?? ''), since: '' });
        }}
      />
      {isDay && (
        <DatePickerInput
          aria-label={texts.day(note)}
          ariaLabels={calendarTexts}
          w={160}
          placeholder={texts.dayPlaceholder}
          valueFormat="DD-MM-YYYY"
          leftSection={<IconCalendar size={16} aria-hidden />}
          maxDate={today}
          value={since === '' ? null : since}
          onChange={(next) => setFilters({ days: '', since: next ?? '' })}
        />
      )}
    </>
  );
}
