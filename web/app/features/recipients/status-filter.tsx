import { Select } from '@mantine/core';
import { optionsOf, optionValue } from '../../platform/select-options.ts';
import { recipientTexts } from './recipients.texts.ts';

const { statuses, filters: texts } = recipientTexts;

export const statusChoices = optionsOf(statuses);

/** Parses a status from the URL. Returns undefined if it is invalid. */
export const statusOf = (text: string) => optionValue(statusChoices, text);

export function StatusFilter({ value, onChange }: { value: string; onChange: (status: string) => void }) {
  return (
    <Select
      aria-label={texts.status}
      w={150}
      data={[{ value: '', label: texts.allStatuses }, ...statusChoices]}
      value={statusOf(value) ?? ''}
      onChange={(status) => onChange(status ?? '')}
    />
  );
}
