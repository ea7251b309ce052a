import { Checkbox, Text, TextInput } from '@mantine/core';
import css from './campaign-form.module.css';

type WhomToLeaveOutProps = {
  days: string;
  error: string | undefined;
  skipsConversations: boolean;
  onDays: (days: string) => void;
  onConversations: (skips: boolean) => void;
};

/** Who on the list does not get the message, beside those who already got it and those on Do not contact. */
export function WhomToLeaveOut({ days, error, skipsConversations, onDays, onConversations }: WhomToLeaveOutProps) {
  return (
    <div className={css['leaveOut']}>
      <TextInput
        label="Leave out people contacted in the last … days"
        inputMode="numeric"
        maxLength={4}
        value={days}
        error={error}
        rightSectionWidth={52}
        rightSection={
          <Text size="sm" c="dimmed" aria-hidden>
            {days.trim() === '1' ? 'day' : 'days'}
          </Text>
        }
        onChange={(event) => onDays(event.currentTarget.value)}
      />
      <Checkbox
        label="Leave out people who have written to you"
        checked={skipsConversations}
        onChange={(event) => onConversations(event.currentTarget.checked)}
      />
    </div>
  );
}

/** Undefined where it is not a number of days that the server takes. */
export function daysOf(text: string): number | undefined {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : undefined;
  return days !== undefined && days <= 3650 ? days : undefined;
}
