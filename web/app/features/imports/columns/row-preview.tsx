import { Text } from '@mantine/core';
import { formatCount } from '../../../platform/numbers.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import css from './columns.module.css';
import type { PreviewRow } from './column-choices.ts';
import { columnTexts } from './columns.texts.ts';

const { preview: texts } = columnTexts;

type RowPreviewProps = { rows: readonly PreviewRow[]; variables: readonly string[] };

const rowColumns: readonly Column<PreviewRow>[] = [
  { key: 'row', title: texts.row, align: 'right', width: '4rem', cell: ({ line }) => formatCount(line) },
  { key: 'person', title: texts.person, isRowHeader: true, cell: (row) => <Person row={row} /> },
];

const valueColumn = (name: string, index: number): Column<PreviewRow> => ({
  key: `${index} ${name}`,
  title: `{${name}}`,
  cell: ({ values }) => <span className={css['value']}>{values[index]}</span>,
});

/** A table that previews how the first rows will be read. */
export function RowPreview({ rows, variables }: RowPreviewProps) {
  return (
    <div>
      {rows.length > 0 && <h2 className={css['title']}>{texts.title(rows.length)}</h2>}
      <DataTable
        label={texts.label}
        isWide
        columns={[...rowColumns, ...variables.map(valueColumn)]}
        rows={rows}
        rowKey={({ line }) => line}
        empty={
          <Text p="md" c="dimmed" size="sm">
            {texts.none}
          </Text>
        }
      />
    </div>
  );
}

function Person({ row: { username, given, problem } }: { row: PreviewRow }) {
  if (problem === null) return `@${username}`;
  return (
    <>
      <span className={css['given']}>{given}</span>
      <span className={css['problem']}>{problem}</span>
    </>
  );
}
