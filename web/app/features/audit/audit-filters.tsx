import { Box, Button, Group, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useDayZone } from '../../platform/day-zone.ts';
import { optionValue } from '../../platform/select-options.ts';
import { calendarTexts } from '../../ui/calendar.texts.ts';
import { FilterBar, SearchInput } from '../../ui/filter-bar.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import { actionChoices, type AuditTable } from './audit-filter.ts';
import { auditLogTexts } from './audit-log.texts.ts';

const { filters: texts } = auditLogTexts;

type DayProps = { label: string; value: string; onChange: (day: string) => void };

function Day({ label, value, onChange }: DayProps) {
  const { today } = useDayZone();
  return (
    <DatePickerInput
      aria-label={label}
      ariaLabels={calendarTexts}
      placeholder={label}
      clearable
      valueFormat="DD-MM-YYYY"
      leftSection={<IconCalendar size={16} aria-hidden />}
      maxDate={today}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}

export function AuditFilters({ table }: { table: AuditTable }) {
  const { filters, setFilters } = table;
  const { note } = useDayZone();
  return (
    <FilterBar>
      <SearchInput value={table.search} onSearch={table.setSearch} placeholder={texts.search} />
      <Box w={220}>
        <SearchInput
          value={filters.user}
          onSearch={(user) => setFilters({ user })}
          placeholder={texts.user}
          label={texts.userLabel}
        />
      </Box>
      <Select
        aria-label={texts.action}
        w={196}
        searchable
        data={[{ value: '', label: texts.allActions }, ...actionChoices]}
        value={optionValue(actionChoices, filters.action) ?? ''}
        onChange={(action) => setFilters({ action: action ?? '' })}
      />
      <Group role="group" aria-label={texts.days} w={360} grow wrap="nowrap" gap="xs">
        <Day label={texts.since(note)} value={filters.since} onChange={(since) => setFilters({ since })} />
        <Day label={texts.until(note)} value={filters.until} onChange={(until) => setFilters({ until })} />
      </Group>
      {table.hasFilters && (
        <Button variant="subtle" onClick={table.reset}>
          {uiTexts.filters.clear}
        </Button>
      )}
    </FilterBar>
  );
}
