import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sandboxFactor } from '@sandpiper/contract/limits';
import type { Settings } from '@sandpiper/contract/settings';
import { failedFields } from '../../platform/failure.ts';
import { useHasSubscription, useSession } from '../../platform/session.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { automationErrorsOf, paceText, settingsOf, textsOf, type AutomationTexts } from './automation-rules.ts';
import { useSaveSettings, useSettings } from './settings.queries.ts';

/** The height of the form, so that nothing below it moves when it comes. */
const formHeight = { base: 393, xs: 279 };

function AutomationForm({ settings }: { settings: Settings }) {
  const saveSettings = useSaveSettings();
  const hasSubscription = useHasSubscription();
  const { isSandbox } = useSession();
  const form = useForm<AutomationTexts>({
    initialValues: textsOf(settings),
    validate: (texts) => automationErrorsOf(settingsOf(texts)),
  });
  const typed = settingsOf(form.values);
  const isSound = Object.keys(automationErrorsOf(typed)).length === 0;

  const submit = form.onSubmit((texts) =>
    saveSettings.mutate(settingsOf(texts), {
      // What is saved of "12 seconds" is 12, and that is shown.
      onSuccess: () => form.setValues(textsOf(settingsOf(texts))),
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label="Max retries"
          description="Further tries after a failure that sent nothing, 1 to 10."
          inputMode="numeric"
          maw="22rem"
          {...form.getInputProps('max_retries')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Delay start"
            description="Shortest wait between two messages, in seconds."
            inputMode="numeric"
            {...form.getInputProps('delay_start')}
          />
          <TextInput
            label="Delay end"
            description="Longest wait, in seconds. Both 30 to 3600."
            inputMode="numeric"
            {...form.getInputProps('delay_end')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed" mih={22}>
          {isSound ? `One account sends ${paceText(typed, isSandbox ? sandboxFactor : 1)} at this pace.` : ''}
        </Text>
        <Group>
          <Button type="submit" loading={saveSettings.isPending} disabled={!hasSubscription}>
            Save Settings
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function AutomationPanel() {
  const { data, isError, refetch } = useSettings();
  return (
    <Panel title="Automation settings" subtitle="How patiently your accounts send.">
      {data !== undefined ? (
        <AutomationForm settings={data.settings} />
      ) : isError ? (
        <LoadFailed what="Settings" onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={formHeight} />
      )}
    </Panel>
  );
}
