import { ActionIcon, Button, Group, Input, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import type { Hours, HoursRange } from '@sandpiper/contract/account-limits';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './hours-editor.module.css';
import { hoursTexts as texts } from './hours-editor.texts.ts';
import {
  copiedToAllDays,
  nextRange,
  rangeProblem,
  rangesOn,
  weekdays,
  withDay,
  workingHours,
} from './hours-of-week.ts';

type HoursEditorProps = {
  label: string;
  description?: string;
  /** The sending hours. Null or an empty array means that sending is always allowed. */
  value: Hours;
  onChange: (hours: Hours) => void;
  /** The server's error message if it rejected the hours. */
  error?: string | undefined;
};

/** An editor for weekly hours, with a row for each day of the week and its time ranges. */
export function HoursEditor({ label, description, value, onChange, error }: HoursEditorProps) {
  const isAlways = (value ?? []).length === 0;
  return (
    <Input.Wrapper
      component="fieldset"
      className={css['editor'] ?? ''}
      label={label}
      description={description}
      error={error}
      labelElement="div"
    >
      <Stack gap="sm" mt="xs">
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => onChange(workingHours)}>
            {texts.working}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isAlways} onClick={() => onChange(null)}>
            {texts.always}
          </Button>
        </Group>
        {isAlways && (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        )}
        <ul className={css['days']}>
          {weekdays.map((day) => (
            <DayRow
              key={day}
              name={texts.days[day - 1] ?? ''}
              ranges={rangesOn(value, day)}
              isAlways={isAlways}
              onAdd={() =>
                onChange(withDay(value, day, [...rangesOn(value, day), nextRange(rangesOn(value, day), day)]))
              }
              onRanges={(ranges) => onChange(withDay(value, day, ranges))}
              onCopy={() => onChange(copiedToAllDays(value, day))}
            />
          ))}
        </ul>
        {!isAlways && (
          <Text size="xs" c="dimmed">
            {texts.endOfDay}
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

type DayRowProps = {
  name: string;
  ranges: readonly HoursRange[];
  isAlways: boolean;
  onAdd: () => void;
  onRanges: (ranges: readonly HoursRange[]) => void;
  onCopy: () => void;
};

function DayRow({ name, ranges, isAlways, onAdd, onRanges, onCopy }: DayRowProps) {
  const replace = (place: number, range: HoursRange) => onRanges(ranges.with(place, range));
  return (
    <li className={css['day']}>
      <Text size="sm" className={css['name'] ?? ''}>
        {name}
      </Text>
      <div className={css['ranges']}>
        {ranges.length === 0 && !isAlways && (
          <Text size="sm" c="dimmed" className={css['name'] ?? ''}>
            {texts.closed}
          </Text>
        )}
        {placed(ranges).map(({ range, place }) => (
          <RangeFields
            key={place}
            name={name}
            place={place}
            range={range}
            onChange={(next) => replace(place - 1, next)}
            onRemove={() => onRanges(ranges.toSpliced(place - 1, 1))}
          />
        ))}
      </div>
      <Group gap={4} wrap="nowrap">
        <IconButton label={texts.add(name)} onClick={onAdd} icon={<IconPlus size={16} aria-hidden />} />
        {ranges.length > 0 && (
          <IconButton label={texts.copy(name)} onClick={onCopy} icon={<IconCopy size={16} aria-hidden />} />
        )}
      </Group>
    </li>
  );
}

/** Adds a position to each range, because nothing else identifies a range. */
function placed(ranges: readonly HoursRange[]): { range: HoursRange; place: number }[] {
  return ranges.map((range, index) => ({ range, place: index + 1 }));
}

type RangeFieldsProps = {
  name: string;
  place: number;
  range: HoursRange;
  onChange: (range: HoursRange) => void;
  onRemove: () => void;
};

/** The fields for the start and end of a range. The end 24:00 is displayed as 00:00, because time inputs don't support 24:00. */
function RangeFields({ name, place, range, onChange, onRemove }: RangeFieldsProps) {
  const problem = rangeProblem(range);
  return (
    <div className={css['range']}>
      <TextInput
        type="time"
        aria-label={texts.from(name, place)}
        value={range.from}
        onChange={({ currentTarget: { value } }) => onChange({ ...range, from: value.slice(0, 5) })}
      />
      <TextInput
        type="time"
        aria-label={texts.to(name, place)}
        value={range.to === '24:00' ? '00:00' : range.to}
        error={problem}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...range, to: value.startsWith('00:00') ? '24:00' : value.slice(0, 5) })
        }
      />
      <IconButton label={texts.remove(name, place)} onClick={onRemove} icon={<IconX size={16} aria-hidden />} />
    </div>
  );
}

type IconButtonProps = { label: string; icon: ReactNode; onClick: () => void };

function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} mt={2} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
