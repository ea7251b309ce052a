import { Radio, Skeleton, Stack } from '@mantine/core';
import { registrationModes } from '@sandpiper/contract/registration-modes';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRegistrationMode, useSetRegistration } from './registration.queries.ts';
import { registrationTexts as texts } from './registration.texts.ts';

/** Lets an administrator choose who may register. Changes take effect immediately. */
export function RegistrationPanel() {
  const { data, isError, refetch } = useRegistrationMode();
  const setRegistration = useSetRegistration();
  if (isError && data === undefined) return <LoadFailed what={texts.what} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={{ base: 294, sm: 244 }} />;
  const shown = setRegistration.isPending ? setRegistration.variables : data.mode;
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Radio.Group aria-label={texts.title} value={shown}>
        <Stack gap="sm">
          {registrationModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={texts.modes[mode].label}
              description={texts.modes[mode].hint}
              onChange={() => setRegistration.mutate(mode)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
