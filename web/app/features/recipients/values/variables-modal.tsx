import { Alert, Button, Text } from '@mantine/core';
import { listVariablesMax, valueOfVariable } from '@sandpiper/contract/list-variables';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { failedFields } from '../../../platform/failure.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { SkeletonCard } from '../../../ui/skeletons.tsx';
import { useSaveVariables, useVariables } from './values.queries.ts';
import css from './values.module.css';
import { valuesTexts } from './values.texts.ts';
import { isChanged, problemsIn, tidyName, valuesRemoved, wantedOf, type DraftVariable } from './variable-draft.ts';
import { VariableRow } from './variable-row.tsx';

const { variables: texts } = valuesTexts;

type VariablesModalProps = { listId: number; onClose: () => void };

/** A dialog for adding, renaming and removing a list's variables. Render it only while it is open, so that it loads them each time. */
export function VariablesModal({ listId, onClose }: VariablesModalProps) {
  const stored = useVariables(listId);
  const save = useSaveVariables(listId);
  const [draft, setDraft] = useState<DraftVariable[] | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const rows = draft ?? (stored.data?.variables ?? []).map(rowOf);
  const refused = save.error === null ? {} : failedFields(save.error);
  const isChanging = stored.data?.is_changing === true;
  const removed = valuesRemoved(rows);

  function change(key: number, changes: Partial<DraftVariable>): void {
    setDraft(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
    setProblems(new Map());
  }

  function submit(): void {
    const found = problemsIn(rows);
    setProblems(found);
    if (found.size > 0) return;
    if (!isChanged(rows)) return onClose();
    save.mutate((current) => wantedOf(rows, current), { onSuccess: onClose });
  }

  return (
    <FormModal
      isOpen
      title={texts.title}
      submit={removed === 0 ? texts.submit : texts.submitRemoval(removed)}
      isBusy={save.isPending}
      isDisabled={stored.data === undefined || isChanging}
      isDirty={draft !== null && isChanged(draft)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {texts.explain}
      </Text>
      {isChanging && <Alert color="yellow">{texts.changing}</Alert>}
      {stored.isError && <LoadFailed what={texts.loadFailed} onRetry={() => void stored.refetch()} />}
      {stored.isPending && <SkeletonCard height="6rem" />}
      {stored.data !== undefined && rows.length === 0 && <Text size="sm">{texts.none}</Text>}
      <ul className={css['rows']}>
        {rows.map((row, place) => (
          <VariableRow
            key={row.key}
            row={row}
            place={place + 1}
            people={stored.data?.recipients ?? 0}
            problem={problems.get(row.key) ?? valueOfVariable(refused, tidyName(row.name))}
            onChange={(changes) => change(row.key, changes)}
            onDrop={() => setDraft(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      {stored.data !== undefined && (
        <Button
          variant="light"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.filter(({ isRemoved }) => !isRemoved).length >= listVariablesMax}
          onClick={() => setDraft([...rows, newRow(rows)])}
        >
          {texts.add}
        </Button>
      )}
    </FormModal>
  );
}

function rowOf(stored: { name: string; people: number }, key: number): DraftVariable {
  return { key, name: stored.name, stored, isRemoved: false };
}

function newRow(rows: readonly DraftVariable[]): DraftVariable {
  return { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', stored: null, isRemoved: false };
}
