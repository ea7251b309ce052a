import { Button, Group, Text, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import css from './file-step.module.css';
import { fileTexts } from './file.texts.ts';
import { isTable, namesIn, type PastedName } from './pasted-names.ts';

const { paste: texts } = fileTexts;

export type PasteNamesProps = {
  isDisabled: boolean;
  text: string;
  onText: (text: string) => void;
  onNames: (names: PastedName[]) => void;
  onTable: (file: File) => void;
};

/** A form for pasting usernames. A pasted table is processed like a file. */
export function PasteNames({ isDisabled, text, onText, onNames, onTable }: PasteNamesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const settled = useDeferredValue(text);
  const shown = useMemo(() => namesIn(settled), [settled]);

  function submit(): void {
    const names = namesIn(text);
    if (names.length === 0) setProblem(texts.empty);
    else if (isTable(names)) onTable(new File([text], texts.tableName, { type: 'text/plain' }));
    else onNames(names);
  }

  return (
    <form
      noValidate
      className={css['paste']}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        label={texts.usernames}
        description={texts.hint}
        placeholder={texts.sample}
        rows={8}
        value={text}
        disabled={isDisabled}
        error={problem}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {isTable(shown) ? texts.table : texts.names(shown.length)}
        </Text>
        <Button type="submit" variant="default" disabled={isDisabled}>
          {texts.submit}
        </Button>
      </Group>
    </form>
  );
}
