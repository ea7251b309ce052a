import { Button, Group, Text } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { listSourceMaxLength } from '@sandpiper/contract/limits';
import { useRef, useState } from 'react';
import { failedFields } from '../../../platform/failure.ts';
import { useHasSubscription } from '../../../platform/session.tsx';
import { exactTimeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { lengthProblem } from '../../../ui/text-length.ts';
import { useCheckImport, useStartImport } from '../imports.queries.ts';
import { CancelImportButton } from './cancel-import-button.tsx';
import { FateTable } from './fate-table.tsx';
import { addedBy, updatedBy, type Review } from './review-plan.ts';
import css from './review.module.css';
import { reviewTexts } from './review.texts.ts';
import { RowTable } from './row-table.tsx';
import { SourceField } from './source-field.tsx';

const { summary, actions, discard, source: sourceTexts } = reviewTexts;

type ReviewStepProps = { of: Import; review: Review };

/** The step that shows what the import would do with each row. The user can change the plan before starting the import. */
export function ReviewStep({ of, review }: ReviewStepProps) {
  const { plan, setPlan, source, setSource } = review;
  const [error, setError] = useState<string | null>(null);
  const sourceField = useRef<HTMLTextAreaElement>(null);
  const start = useStartImport();
  const check = useCheckImport();
  const isAllowed = useHasSubscription();
  const known = of.list?.source ?? null;
  const added = addedBy(of, plan);
  const updated = updatedBy(of, plan);
  const canStart = isAllowed && added + updated > 0;

  function submit(): void {
    if (known === null && source.trim() === '') {
      setError(sourceTexts.required);
      sourceField.current?.focus();
      return;
    }
    if (lengthProblem(source, listSourceMaxLength) !== null) return;
    start.mutate(
      { id: of.id, ...plan, ...(known === null && { source: source.trim() }) },
      { onError: (failure) => setError(failedFields(failure)['source'] ?? null) },
    );
  }

  return (
    <div className={css['step']}>
      <div>
        <h2 className={css['title']}>{summary.title(added)}</h2>
        {updated > 0 && <Text size="sm">{summary.updated(updated)}</Text>}
        {of.rows_until !== null && (
          <Text size="sm" c="dimmed" component="div">
            <RichText text={summary.until} tags={{ time: exactTimeAt(of.rows_until) }} />
          </Text>
        )}
        {known !== null && (
          <Text size="sm" c="dimmed">
            {sourceTexts.known(known)}
          </Text>
        )}
      </div>
      <FateTable
        of={of}
        plan={plan}
        onPlan={setPlan}
        onCheckAgain={(days) => check.mutate({ id: of.id, rows: of.rows, contacted_days: days })}
      />
      {known === null && canStart && (
        <SourceField
          ref={sourceField}
          value={source}
          error={error}
          isBusy={start.isPending}
          onChange={(value) => {
            setSource(value);
            setError(null);
          }}
        />
      )}
      <Group gap="xs">
        <Button onClick={submit} loading={start.isPending} disabled={!canStart || check.isPending}>
          {actions.start(added)}
        </Button>
        <CancelImportButton
          of={of}
          variant="subtle"
          color="gray"
          label={actions.discard}
          title={discard.title}
          confirm={discard.confirm}
        >
          {discard.text(of.rows)}
        </CancelImportButton>
      </Group>
      <RowTable of={of} />
    </div>
  );
}
