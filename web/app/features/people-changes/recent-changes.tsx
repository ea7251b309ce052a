import { Button, Stack, Text } from '@mantine/core';
import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { outcomeText, undoText } from './announce-change.ts';
import { useMayUndo, useRecentChanges, useUndoChange } from './people-changes.queries.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';
import css from './recent-changes.module.css';

const { recent: texts, progress } = peopleChangesTexts;

/** A button that opens the list of recent bulk changes, some of which can still be undone. */
export function RecentChangesButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={texts.title} size="lg">
        <RecentChanges />
      </Dialog>
    </>
  );
}

function RecentChanges() {
  const { data, isError, refetch } = useRecentChanges();
  const undo = useUndoChange();
  const mayUndo = useMayUndo();
  return (
    <Stack>
      <Text size="sm">{texts.about}</Text>
      <DataTable
        label={texts.label}
        columns={columnsOf(
          (id) => undo.mutate(id),
          (change) => !undo.isPending && mayUndo(change),
        )}
        rows={data?.changes ?? (isError ? [] : undefined)}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={
          isError ? (
            <LoadFailed what={texts.loadFailed} onRetry={() => void refetch()} />
          ) : (
            <EmptyState compact title={texts.empty}>
              {texts.emptyText}
            </EmptyState>
          )
        }
      />
    </Stack>
  );
}

function textOf(change: PeopleChange): string {
  return change.status === 'running' ? progress.working(change.change) : outcomeText(change);
}

function columnsOf(
  onUndo: (id: number) => void,
  isEnabled: (change: PeopleChange) => boolean,
): readonly Column<PeopleChange>[] {
  return [
    {
      key: 'change',
      title: texts.change,
      isRowHeader: true,
      cell: (change) => (
        <div className={css['change']}>
          <span>{textOf(change)}</span>
          {undoText(change) !== '' && <small>{undoText(change)}</small>}
          <small>
            <RelativeTime at={change.created_at} />
          </small>
        </div>
      ),
    },
    {
      key: 'undo',
      title: texts.action,
      align: 'right',
      width: '1%',
      cell: (change) =>
        change.undo.is_possible ? (
          <Button
            size="compact-sm"
            variant="default"
            // In dialogs, buttons wrap even within a word. Without this, the column would shrink to the width of a letter.
            miw="max-content"
            disabled={!isEnabled(change)}
            aria-label={texts.undoName(textOf(change))}
            onClick={() => onUndo(change.id)}
          >
            {texts.undo}
          </Button>
        ) : (
          <span className={css['state']}>{texts.states[change.status]}</span>
        ),
    },
  ];
}
