import { Stack, Text, TextInput } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError } from '@sandpiper/contract/client';
import dayjs from 'dayjs';
import { useState } from 'react';
import { timeZone } from '../../../platform/dates.ts';
import { failedFields, isRefused } from '../../../platform/failure.ts';
import { useIsMounted } from '../../../platform/use-is-mounted.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import type { ReviewChoice } from '../campaign.actions.ts';
import { campaignTexts } from '../campaigns.texts.ts';
import { useScheduleStart } from './more.actions.ts';

const { schedule: texts } = campaignTexts;

const fieldFormat = 'YYYY-MM-DDTHH:mm';

const timeProblem = (error: unknown) => failedFields(error)['start_at'];

type ScheduleDialogProps = {
  campaign: CampaignRow;
  choice: ReviewChoice;
  onClose: () => void;
  /** Called if the server rejects the schedule, for example because the message has changed since the review. */
  onRefused: (refusal: ApiError) => void;
};

/** A dialog for choosing when a campaign starts automatically. Times are in the viewer's time zone. */
export function ScheduleDialog({ campaign, choice, onClose, onRefused }: ScheduleDialogProps) {
  const isMounted = useIsMounted();
  const schedule = useScheduleStart((error) => isMounted() && (isRefused(error) || timeProblem(error) !== undefined));
  const [now] = useState(() => dayjs());
  const proposed = now.add(1, 'day').hour(9).minute(0).format(fieldFormat);
  const [wall, setWall] = useState(proposed);
  const at = dayjs(wall);
  const isPast = at.isValid() && !at.isAfter(now);
  return (
    <FormModal
      isOpen
      title={texts.title(campaign.name)}
      submit={texts.submit}
      isBusy={schedule.isPending}
      isDirty={wall !== proposed}
      isDisabled={!at.isValid() || isPast}
      onSubmit={() =>
        schedule.mutate(
          { id: campaign.id, start_at: at.toISOString(), ...choice },
          { onSuccess: onClose, onError: (error) => isRefused(error) && onRefused(error) },
        )
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          type="datetime-local"
          label={texts.label}
          description={texts.zone(timeZone)}
          required
          data-autofocus
          min={now.format(fieldFormat)}
          max={now.add(1, 'year').format(fieldFormat)}
          value={wall}
          error={isPast ? texts.past : timeProblem(schedule.error)}
          onChange={({ currentTarget }) => {
            setWall(currentTarget.value);
            schedule.reset();
          }}
        />
        <Text size="sm" c="dimmed">
          {texts.explain}
        </Text>
      </Stack>
    </FormModal>
  );
}
