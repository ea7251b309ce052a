import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ImportFate } from '@sandpiper/contract/import-fates';
import type { Import, ImportRow } from '@sandpiper/contract/imports';
import { valueOfVariable } from '@sandpiper/contract/list-variables';
import { formatCount } from '../../../platform/numbers.ts';
import { useTableState } from '../../../platform/url-state.ts';
import { CollapsedColumn } from '../../../ui/collapsed-column.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { downloadRows, useImportRows } from '../imports.queries.ts';
import { importTexts } from '../imports.texts.ts';
import { fatesShown } from './review-plan.ts';
import css from './review.module.css';
import { reviewTexts } from './review.texts.ts';

const { rows: texts } = reviewTexts;
const tableDefaults = { size: 20, filters: { fate: '' } };

const columnsOf = (variables: readonly string[]): readonly Column<ImportRow>[] => [
  { key: 'row', title: texts.row, align: 'right', width: '4rem', cell: ({ line }) => formatCount(line) },
  {
    key: 'given',
    title: texts.given,
    isRowHeader: true,
    cell: ({ given, username, values }) => (
      <>
        <span className={css['cell']} title={given}>
          {given}
        </span>
        <CollapsedColumn below="md">{username !== null && personText(username)}</CollapsedColumn>
        <CollapsedColumn below="md">{valuesText(variables, values)}</CollapsedColumn>
      </>
    ),
  },
  {
    key: 'person',
    title: texts.person,
    from: 'md',
    cell: ({ username }) => (username === null ? '–' : personText(username)),
  },
  { key: 'fate', title: texts.fate, cell: (row) => <Fate row={row} /> },
  ...(variables.length === 0 ? [] : [valuesColumn(variables)]),
];

const personText = (username: string) => `@${username}`;

const valuesColumn = (variables: readonly string[]): Column<ImportRow> => ({
  key: 'values',
  title: texts.values,
  from: 'md',
  cell: ({ values }) => <span className={css['cell']}>{valuesText(variables, values)}</span>,
});

/** A table of a checked import's rows, with each row's fate. */
export function RowTable({ of }: { of: Import }) {
  const table = useTableState(tableDefaults);
  const fate = fatesShown.find((each) => each === table.filters.fate);
  const answer = useImportRows(of.id, { page: table.page, limit: table.size, fate });
  return (
    <div>
      <FilterBar>
        <Select
          aria-label={texts.filter}
          w={260}
          data={[{ value: '', label: texts.all(of.rows) }, ...fatesShown.map((each) => filterOf(of, each))]}
          value={fate ?? ''}
          onChange={(value) => table.setFilters({ fate: value ?? '' })}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void downloadRows(of.id)}
        >
          {importTexts.download.action}
        </Button>
      </FilterBar>
      <PagedTable
        label={texts.label}
        table={table}
        answer={answer}
        rows={answer.data?.rows}
        // A pasted line can contain several usernames.
        rowKey={({ line }, index) => `${line}-${index}`}
        columns={columnsOf(of.variables)}
        empty={<EmptyState compact title={texts.none} />}
        noun={texts.noun}
      />
    </div>
  );
}

const filterOf = ({ fates }: Import, fate: ImportFate) => ({
  value: fate,
  label: texts.of(importTexts.fates[fate], fates[fate]),
});

const valuesText = (variables: readonly string[], values: Record<string, string>) =>
  variables
    .flatMap((name) => {
      const value = valueOfVariable(values, name) ?? '';
      return value === '' ? [] : [texts.value(name, value)];
    })
    .join(' · ');

function Fate({ row: { fate, reason } }: { row: ImportRow }) {
  return (
    <>
      <span className={css['fate']}>
        <span className={css['mark']} data-fate={fate} aria-hidden />
        {importTexts.fates[fate]}
      </span>
      {reason !== null && <span className={css['reason']}>{reason}</span>}
    </>
  );
}
