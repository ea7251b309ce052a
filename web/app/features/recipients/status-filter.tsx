import { Select } from '@mantine/core';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { recipientTexts } from './recipients.texts.ts';

const { statuses, filters: texts } = recipientTexts;

export const statusChoices: { value: RecipientStatus; label: string }[] = [
  { value: 'pending', label: statuses.pending },
  { value: 'sent', label: statuses.sent },
  { value: 'failed', label: statuses.failed },
  { value: 'not_found', label: statuses.not_found },
];

/** Parses a status from the URL. Returns undefined if it is invalid. */
export function statusOf(text: string): RecipientStatus | undefined {
  return statusChoices.find((choice) => choice.value === text)?.value;
}

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
