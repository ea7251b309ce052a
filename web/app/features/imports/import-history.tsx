import { ActionIcon, Anchor } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount } from '../../platform/numbers.ts';
import { useTableState } from '../../platform/url-state.ts';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { exactTimeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Hint } from '../../ui/hint.tsx';
import css from './history/history.module.css';
import { historyTexts as texts } from './history/history.texts.ts';
import { UndoButton } from './history/undo-button.tsx';
import { downloadRows, isOpen, useImports } from './imports.queries.ts';
import { importTexts } from './imports.texts.ts';

const tableDefaults = { size: 20, filters: {} };

const columns: readonly Column<Import>[] = [
  { key: 'file', title: texts.file, isRowHeader: true, cell: (of) => <File of={of} /> },
  { key: 'rows', title: texts.rows, align: 'right', from: 'sm', cell: ({ rows }) => formatCount(rows) },
  { key: 'result', title: texts.result, cell: (of) => <Result of={of} /> },
  { key: 'actions', title: texts.actions, align: 'right', cell: (of) => <Actions of={of} /> },
];

/** Shows every import into a list, with its result. Imports that can still be undone have an undo button. */
export function ImportHistory({ listId }: { listId: number }) {
  const table = useTableState(tableDefaults);
  const answer = useImports({ listId, page: table.page, limit: table.size });
  return (
    <PagedTable
      label={texts.label}
      table={table}
      answer={answer}
      rows={answer.data?.imports}
      rowKey={({ id }) => id}
      columns={columns}
      empty={
        <EmptyState
          title={texts.empty}
          action={<LinkButton to={`/lists/${listId}/import`}>{importTexts.title}</LinkButton>}
        >
          {texts.emptyText}
        </EmptyState>
      }
    />
  );
}

function File({ of: { file_name, created_at, username, rows } }: { of: Import }) {
  return (
    <>
      <span className={css['file']}>{file_name}</span>
      <span className={css['facts']}>
        <RichText text={texts.whenBy(username)} tags={{ time: exactTimeAt(created_at) }} />
      </span>
      <CollapsedColumn below="sm">{texts.rowCount(rows)}</CollapsedColumn>
    </>
  );
}

function Result({ of }: { of: Import }) {
  const facts = [
    [of.status === 'stopped' ? of.added : 0, texts.added],
    [of.status === 'undone' ? 0 : of.updated, texts.updated],
    [of.removed, texts.removed],
    [of.restored, texts.restored],
    [of.kept, texts.kept],
  ] as const;
  return (
    <>
      {of.status === 'done' ? texts.added(of.added) : importTexts.statuses[of.status]}
      <span className={css['facts']}>
        {facts.flatMap(([count, text]) => (count > 0 ? [text(count)] : [])).join(', ')}
      </span>
      {of.undo_until !== null && (
        <span className={css['facts']}>
          <RichText text={texts.undoUntil} tags={{ time: exactTimeAt(of.undo_until) }} />
        </span>
      )}
    </>
  );
}

function Actions({ of }: { of: Import }) {
  return (
    <span className={css['actions']}>
      {isOpen(of) && of.list !== null && (
        <Anchor component={Link} to={`/lists/${of.list.id}/import`} size="sm" aria-label={texts.openOf(of.file_name)}>
          {texts.open}
        </Anchor>
      )}
      <UndoButton of={of} isSmall />
      {of.rows_until !== null && of.rows > 0 && (
        <Hint text={importTexts.download.action}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.download(of.file_name)}
            onClick={() => void downloadRows(of.id)}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
    </span>
  );
}
