import { Stack, Text } from '@mantine/core';
import type { InstallerKind } from './installer.queries.ts';

function TerminalLine({ text }: { text: string }) {
  return (
    <Text component="code" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

type FirstStepsProps = { kind: InstallerKind; fileName: string };

/** What to do with a downloaded file until the agent shows its code. */
export function FirstSteps({ kind, fileName }: FirstStepsProps) {
  if (kind === 'windows') {
    return (
      <Text size="sm">
        <b>Windows 10 and 11, 64-bit:</b> start the downloaded file. No administrator is needed.
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm">
        <b>Linux and macOS:</b> install Node 22.13 or newer from nodejs.org. Then enter these three lines in a terminal.
        Put <TerminalLine text="sudo" /> before the first one if it says that permission is denied.
      </Text>
      <TerminalLine text={`npm install --global ~/Downloads/${fileName}`} />
      <TerminalLine text={`sandpiper-agent pair --server ${window.location.origin}`} />
      <TerminalLine text="sandpiper-agent install" />
    </Stack>
  );
}
