import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { tidyCode } from './pairing-code.ts';

type CodeFormProps = {
  /** The code that was tried, if one was. */
  code: string;
  /** What is wrong with the code that was tried, if one was. */
  problem: string | undefined;
  onCode: (code: string) => void;
};

export function CodeForm({ code, problem, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState(code);
  const [hasTypedSince, setTypedSince] = useState(false);
  return (
    <Panel title="Enter the code" subtitle="Sandpiper Agent shows it when it starts without a token.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTypedSince(false);
          onCode(tidyCode(typed));
        }}
      >
        <Stack>
          <TextInput
            label="Code"
            placeholder="BCDF-GHJK"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            size="lg"
            maxLength={20}
            value={typed}
            error={hasTypedSince ? undefined : problem}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setTypedSince(true);
            }}
            styles={{
              input: { fontFamily: 'var(--font-mono)', letterSpacing: '0.1em' },
              error: { fontSize: 'var(--size-sm)' },
            }}
          />
          <Button type="submit" disabled={tidyCode(typed).length < 9}>
            Continue
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
