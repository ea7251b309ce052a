import { Button, Stack, Text } from '@mantine/core';
import type { Hours } from '@sandpiper/contract/account-limits';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { HoursEditor } from '../../../ui/hours-editor.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { window: texts } = campaignFormTexts;

type CampaignWindowProps = { hours: Hours; error: string | undefined; onHours: (hours: Hours) => void };

/** The form field for the hours when the campaign may send. Collapsed until the user opens the field or the hours have an error. */
export function CampaignWindow({ hours, error, onHours }: CampaignWindowProps) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || error !== undefined;
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isShown}
        leftSection={isShown ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        onClick={() => setOpen(!isShown)}
      >
        {texts.toggle}
      </Button>
      {isShown ? (
        <HoursEditor
          label={texts.label}
          description={texts.description}
          value={hours}
          error={error}
          onChange={onHours}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {(hours ?? []).length === 0 ? texts.none : texts.some}
        </Text>
      )}
    </Stack>
  );
}
