import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Settings } from '@sandpiper/contract/settings';
import { useEffect, useEffectEvent } from 'react';
import { changedFields } from '../../platform/changed-fields.ts';
import { failedFields } from '../../platform/failure.ts';
import { useHasSubscription, useSession } from '../../platform/session.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { automationErrorsOf, hourlyRange, inputOf, settingsOf, type AutomationInput } from './automation-rules.ts';
import { settingsTexts } from './settings.texts.ts';
import { useSaveSettings, useSettings } from './settings.queries.ts';

const texts = settingsTexts.automation;

/** The form's height in pixels, which its skeleton reserves so that the panels below don't move when the form loads. */
const formHeight = { base: 393, xs: 279 };

function AutomationForm({ settings }: { settings: Settings }) {
  const saveSettings = useSaveSettings();
  const hasSubscription = useHasSubscription();
  const { isSandbox } = useSession();
  const form = useForm<AutomationInput>({
    initialValues: inputOf(settings),
    validate: (input) => automationErrorsOf(settingsOf(input)),
  });
  /** Shows the saved values. Fields that differ from `before` keep what the user typed. */
  const show = (saved: AutomationInput, before: AutomationInput) => {
    const edited = changedFields(before, form.getValues());
    form.setInitialValues(saved);
    form.setValues({ ...saved, ...edited });
  };
  const follow = useEffectEvent(() => show(inputOf(settings), form.getInitialValues()));
  useEffect(() => follow(), [settings]);
  const typed = settingsOf(form.values);
  const isValid = Object.keys(automationErrorsOf(typed)).length === 0;

  const submit = form.onSubmit((input) =>
    saveSettings.mutate(settingsOf(input), {
      // If the user typed "60 seconds", 60 is saved and shown.
      onSuccess: (saved) => show(inputOf(saved.settings), input),
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={texts.maxRetries}
            description={texts.maxRetriesHint}
            inputMode="numeric"
            {...form.getInputProps('max_retries')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={texts.delayStart}
            description={texts.delayStartHint}
            inputMode="numeric"
            {...form.getInputProps('delay_start')}
          />
          <TextInput
            label={texts.delayEnd}
            description={texts.delayEndHint}
            inputMode="numeric"
            {...form.getInputProps('delay_end')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed" mih={22}>
          {isValid ? texts.pace(...hourlyRange(typed, isSandbox)) : ''}
        </Text>
        <Group>
          <Button type="submit" loading={saveSettings.isPending} disabled={!hasSubscription}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
      {form.isDirty() && <LeaveQuestion title={texts.leaveTitle} text={texts.leaveText} confirm={texts.leave} />}
    </form>
  );
}

export function AutomationPanel() {
  const settings = useSettings();
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Loaded query={settings} what={texts.what} skeleton={<Skeleton h={formHeight} />}>
        {(data) => <AutomationForm settings={data.settings} />}
      </Loaded>
    </Panel>
  );
}
