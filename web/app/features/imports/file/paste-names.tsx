import { Button, Group, Text, Textarea } from '@mantine/core';
import type { BulkImportResult } from '@sandpiper/contract/recipients';
import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { call } from '../../../platform/api.ts';
import { toast } from '../../../platform/toasts.tsx';
import { useKeptText } from '../../../platform/use-kept-text.ts';
import { useRefreshImports } from '../refresh-imports.ts';
import css from './file-step.module.css';
import { fileTexts } from './file.texts.ts';
import { isTable, namesIn, namesMax } from './pasted-names.ts';

const { paste: texts, report } = fileTexts;
const timeoutMs = 60_000;

export type PastedResult = { result: BulkImportResult; lines: number[] };

type PasteNamesProps = {
  listId: number;
  isDisabled: boolean;
  onTable: (file: File) => void;
  onImported: (pasted: PastedResult) => void;
};

/** A form for pasting usernames, which are imported immediately. A pasted table or a very long list is processed like a file instead. */
export function PasteNames({ listId, isDisabled, onTable, onImported }: PasteNamesProps) {
  const [text, setText] = useState('');
  useKeptText({ name: `names-${listId}`, text, onRestore: setText });
  const [problem, setProblem] = useState<string | null>(null);
  const settled = useDeferredValue(text);
  const names = useMemo(() => namesIn(settled), [settled]);
  const isLikeFile = isTable(names) || names.length > namesMax;
  const add = useAddNames(listId);

  function submit(): void {
    if (namesIn(text).length === 0) setProblem(texts.empty);
    else if (isLikeFile) onTable(new File([text], texts.fileName, { type: 'text/plain' }));
    else {
      add.mutate(namesIn(text), {
        onSuccess: (result, added) => onImported({ result, lines: added.map(({ line }) => line) }),
      });
    }
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
        // Read-only while importing, because the form closes afterward and would lose anything typed in the meantime.
        readOnly={add.isPending}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {isLikeFile && isTable(names) ? texts.table : texts.names(names.length)}
        </Text>
        <Button type="submit" variant="default" disabled={isDisabled} loading={add.isPending}>
          {isLikeFile ? texts.next : texts.submit}
        </Button>
      </Group>
    </form>
  );
}

type Name = { line: number; value: string };

function useAddNames(listId: number) {
  const refresh = useRefreshImports();
  return useMutation({
    mutationFn: (names: readonly Name[]) =>
      call(
        'POST /api/recipients/bulk',
        { body: { recipients: names.map(({ value }) => value), list_id: listId } },
        { timeoutMs },
      ),
    onSuccess: ({ added, duplicates, invalid }) => {
      // The toast repeats the report's numbers, because someone who has left the page doesn't see the report.
      const detail = duplicates + invalid === 0 ? undefined : report.leftOut(duplicates, invalid);
      if (added > 0) toast.success(report.addedToast(added), { detail });
      else toast.info(report.noneAdded, { detail });
      void refresh();
    },
    onError: (error) => {
      toast.failure(error, report.failed);
      // Some names may have been added before the failure.
      return refresh();
    },
  });
}
