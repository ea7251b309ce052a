import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Panel } from '../../../ui/panel.tsx';
import type { OpenState } from '../file/use-opened-file.ts';
import { guessHeaderLine } from '../reading/columns.ts';
import { isBelowHeader, type Mapping } from '../reading/import-rows.ts';
import type { Corrections } from '../reading/layouts.ts';
import type { OpenedFile } from '../reading/open-file.ts';
import {
  choicesProblem,
  mappingOf,
  previewOf,
  proposeColumns,
  withFirstValues,
  type ColumnChoice,
} from './column-choices.ts';
import { ColumnTable } from './column-table.tsx';
import css from './columns.module.css';
import { columnTexts } from './columns.texts.ts';
import { LayoutChoices } from './layout-choices.tsx';
import { RowPreview } from './row-preview.tsx';

export type ColumnsResult = { mapping: Mapping; variables: string[] };

type ColumnsStepProps = {
  fileName: string;
  opened: OpenedFile;
  state: OpenState;
  /** The list's existing variables. */
  known: readonly string[];
  corrections: Corrections;
  onCorrect: (change: Corrections) => void;
  onBack: () => void;
  onCheck: (result: ColumnsResult) => void;
};

type Read = { opened: OpenedFile; firstValues: readonly string[] };
type Choices = Read & { headerLine: number | null; columns: ColumnChoice[] };

function choicesWith(read: Read, headerLine: number | null): Choices {
  const { opened, firstValues } = read;
  return { ...read, headerLine, columns: proposeColumns({ sample: opened.sample, headerLine, firstValues }) };
}

function proposedChoices(read: Read): Choices {
  return choicesWith(read, guessHeaderLine(read.opened.sample));
}

function countedChoices(choices: Choices, firstValues: readonly string[]): Choices {
  const { opened, headerLine, columns } = choices;
  return {
    ...choices,
    firstValues,
    columns: withFirstValues(columns, { sample: opened.sample, headerLine, firstValues }),
  };
}

/**
 * The step where the user chooses what each column is imported as. The choices are reset when the sheet, encoding, separator or header
 * changes.
 */
export function ColumnsStep(props: ColumnsStepProps) {
  const { fileName, opened, state, known, corrections, onCorrect, onBack, onCheck } = props;
  const { sample, layout } = opened;
  const { firstValues } = state;
  const [choices, setChoices] = useState(() => proposedChoices({ opened, firstValues }));
  if (choices.opened !== opened) setChoices(proposedChoices({ opened, firstValues }));
  else if (choices.firstValues !== firstValues) setChoices(countedChoices(choices, firstValues));
  const { headerLine, columns } = choices;
  const result = useMemo(() => mappingOf(columns, headerLine), [columns, headerLine]);
  const preview = useMemo(() => previewOf(sample, result.mapping), [sample, result]);
  const problem = state.problem ?? choicesProblem(columns, known);

  return (
    <div className={css['step']}>
      <Panel title={columnTexts.layout.title(fileName)}>
        <LayoutChoices
          layout={layout}
          corrections={corrections}
          onCorrect={onCorrect}
          sample={sample}
          headerLine={headerLine}
          onHeader={(line) => setChoices(choicesWith({ opened, firstValues }, line))}
        />
        <RowCount state={state} above={sample.filter((row) => !isBelowHeader(row, { headerLine })).length} />
      </Panel>
      <Panel title={columnTexts.columns.title} subtitle={columnTexts.columns.subtitle}>
        <ColumnTable
          columns={columns}
          onChange={(changed) => setChoices({ ...choices, columns: changed })}
          known={known}
          isCounted={!state.isCounting && state.problem === null}
        />
      </Panel>
      <RowPreview rows={preview} variables={result.variables} />
      {problem !== null && (
        <Alert color={state.problem === null ? 'yellow' : 'red'} variant="light" role="alert">
          {problem}
        </Alert>
      )}
      <Group gap="xs">
        <Button disabled={problem !== null || state.isCounting} onClick={() => onCheck(result)}>
          {columnTexts.check}
        </Button>
        <Button variant="default" onClick={onBack}>
          {columnTexts.back}
        </Button>
      </Group>
    </div>
  );
}

/** Shows the number of rows. `above` is the number of rows to subtract: the header and the rows above it. */
function RowCount({ state, above }: { state: OpenState; above: number }) {
  const { share, isCounting, problem } = state;
  const { layout: texts } = columnTexts;
  const rows = Math.max(0, state.rows - above);
  return (
    <div className={css['count']}>
      <Text size="sm" c="dimmed" role="status">
        {isCounting || problem !== null ? texts.counting(rows) : texts.rows(rows)}
      </Text>
      {isCounting && <Progress value={share * 100} size="sm" aria-label={texts.countingLabel} />}
    </div>
  );
}
