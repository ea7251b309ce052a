import { Checkbox, Text, TextInput } from '@mantine/core';
import css from './campaign-form.module.css';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { skipRules: texts } = campaignFormTexts;

type SkipRulesProps = {
  days: string;
  error: string | undefined;
  skipsConversations: boolean;
  onDays: (days: string) => void;
  onConversations: (skips: boolean) => void;
};

/**
 * Form fields for the skip rules that the user can change. People on the do-not-contact list are always skipped. The review asks about
 * people who already received the message.
 */
export function SkipRules({ days, error, skipsConversations, onDays, onConversations }: SkipRulesProps) {
  return (
    <div className={css['leaveOut']}>
      <TextInput
        label={texts.days}
        inputMode="numeric"
        maxLength={4}
        value={days}
        error={error}
        rightSectionWidth={52}
        rightSection={
          <Text size="sm" c="dimmed" aria-hidden>
            {texts.daysUnit(days)}
          </Text>
        }
        onChange={(event) => onDays(event.currentTarget.value)}
      />
      <Checkbox
        label={texts.conversations}
        checked={skipsConversations}
        onChange={(event) => onConversations(event.currentTarget.checked)}
      />
    </div>
  );
}

/** Parses the number of days. Returns undefined if the server would reject the number. */
export function daysOf(text: string): number | undefined {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : undefined;
  return days !== undefined && days <= 3650 ? days : undefined;
}
