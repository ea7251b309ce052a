import { Select } from '@mantine/core';
import type { RecipientStatus } from '@sandpiper/contract/recipients';

/** In the order in which a recipient goes through them. */
export const statusChoices: { value: RecipientStatus; label: string }[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'not_found', label: 'Not found' },
];

/** The status in the address, or undefined where it is none. */
export function statusOf(text: string): RecipientStatus | undefined {
  return statusChoices.find((choice) => choice.value === text)?.value;
}

export function StatusFilter({ value, onChange }: { value: string; onChange: (status: string) => void }) {
  return (
    <Select
      aria-label="Status"
      w={150}
      data={[{ value: '', label: 'All statuses' }, ...statusChoices]}
      value={statusOf(value) ?? ''}
      onChange={(status) => onChange(status ?? '')}
    />
  );
}
