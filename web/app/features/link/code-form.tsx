import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { linkTo } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { linkTexts } from './link.texts.ts';
import { tidyCode } from './pairing-code.ts';

const texts = linkTexts.form;
const exampleCode = 'BCDF-GHJK';

type CodeFormProps = {
  /** The code that was last looked up, or an empty string. */
  code: string;
  /** The error message for that code, if any. */
  problem: string | undefined;
  onCode: (code: string) => void;
};

export function CodeForm({ code, problem, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState(code);
  const [hasTypedSince, setTypedSince] = useState(false);
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTypedSince(false);
          onCode(tidyCode(typed));
        }}
      >
        <Stack>
          <TextInput
            label={texts.label}
            placeholder={exampleCode}
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
              label: { fontSize: 'var(--size-sm)' },
              input: { fontFamily: 'var(--font-mono)', letterSpacing: '0.1em' },
              error: { fontSize: 'var(--size-sm)' },
            }}
          />
          <Button type="submit" disabled={tidyCode(typed).length < exampleCode.length}>
            {texts.submit}
          </Button>
          <Text size="sm" c="dimmed">
            <RichText
              text={texts.noCode}
              tags={{
                link: linkTo('/settings'),
              }}
            />
          </Text>
        </Stack>
      </form>
    </Panel>
  );
}
