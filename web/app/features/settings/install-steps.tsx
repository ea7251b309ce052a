import { Stack, Text } from '@mantine/core';
import { RichText } from '../../ui/rich-text.tsx';
import type { InstallerKind } from './installer.queries.ts';
import { settingsTexts } from './settings.texts.ts';

const texts = settingsTexts.installer;

function TerminalLine({ text }: { text: string }) {
  return (
    <Text component="code" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

const tags = {
  b: (text: string) => <b>{text}</b>,
  code: (text: string) => <TerminalLine text={text} />,
};

type InstallStepsProps = { kind: InstallerKind; fileName: string };

/** What to do with a downloaded file until the agent shows its code. */
export function InstallSteps({ kind, fileName }: InstallStepsProps) {
  if (kind === 'windows') {
    return (
      <Text size="sm">
        <RichText text={texts.windowsSteps} tags={tags} />
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm">
        <RichText text={texts.terminalSteps} tags={tags} />
      </Text>
      <TerminalLine text={texts.install(fileName)} />
      <TerminalLine text={texts.pair(window.location.origin)} />
      <TerminalLine text={texts.start} />
    </Stack>
  );
}
