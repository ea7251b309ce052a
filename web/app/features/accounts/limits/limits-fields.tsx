import { Alert, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { limitPresets } from '@sandpiper/contract/account-limits';
import type { LimitPreset } from '@sandpiper/contract/account-limits';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { timeZonesWith } from '../../../platform/time-zones.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import { HoursEditor } from '../../../ui/hours-editor.tsx';
import { usePackInfo } from '../accounts.queries.ts';
import { accountLimitsTexts as texts } from './account-limits.texts.ts';
import { limitText } from './limit-text.ts';
import type { LimitsInput } from './limits-input.ts';

const presets = ['new', 'established', 'custom', 'none'] as const satisfies LimitPreset[];

const hoursProblem = (error: ReactNode) => (typeof error === 'string' ? error : undefined);

/** A form that contains an account's limits, and possibly other fields. */
type LimitsForm = Pick<UseFormReturnType<LimitsInput>, 'values' | 'errors' | 'getInputProps' | 'setFieldValue'>;
type LimitsFieldsProps = { form: LimitsForm };

/** The form fields for how much an account sends and when. */
export function LimitsFields({ form }: LimitsFieldsProps) {
  const ceiling = usePackInfo().data?.maxPerAccountPerDay;
  const { preset, timezone } = form.values;
  const zones = useMemo(() => timeZonesWith(timezone), [timezone]);
  return (
    <Stack>
      <Radio.Group label={texts.limit} description={texts.limitHint} {...form.getInputProps('preset')}>
        <Stack gap="xs" mt="xs">
          {presets.map((each) => (
            <Radio
              key={each}
              value={each}
              label={texts.presets[each]}
              description={each === 'custom' ? texts.customHint : limitText(limitPresets[each], ceiling)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {preset === 'custom' && <CustomLimit form={form} />}
      {preset === 'none' && (
        <Alert color="yellow" variant="light" role="note" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {texts.warning}
        </Alert>
      )}
      <ChoiceSelect
        label={texts.timezone}
        description={texts.timezoneHint}
        placeholder={texts.timezoneUnset}
        nothingFoundMessage={texts.timezoneNone}
        data={zones}
        {...form.getInputProps('timezone')}
      />
      <HoursEditor
        label={texts.hours}
        description={texts.hoursHint}
        value={form.values.hours}
        error={hoursProblem(form.errors['hours'])}
        onChange={(hours) => form.setFieldValue('hours', hours)}
      />
    </Stack>
  );
}

function CustomLimit({ form }: LimitsFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <TextInput label={texts.daily} inputMode="numeric" maxLength={3} {...form.getInputProps('daily_limit')} />
      <TextInput label={texts.start} inputMode="numeric" maxLength={3} {...form.getInputProps('ramp_start')} />
      <TextInput label={texts.step} inputMode="numeric" maxLength={3} {...form.getInputProps('ramp_step')} />
    </SimpleGrid>
  );
}
