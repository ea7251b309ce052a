import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '../../ui/panel.tsx';
import { useSetupVisibility } from './setup-visibility.ts';
import { setupTexts } from './setup.texts.ts';

const { settings: texts } = setupTexts;

/** A panel in Settings that reopens the setup guide, even after the user has dismissed it. */
export function SetupReminder() {
  const { open } = useSetupVisibility();
  return (
    <Panel title={texts.title}>
      <Stack align="start">
        <Text size="sm">{texts.text}</Text>
        <Button component={Link} to="/dashboard" variant="default" onClick={open}>
          {texts.open}
        </Button>
      </Stack>
    </Panel>
  );
}
