import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { Recipient } from '@sandpiper/contract/recipients';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RowSelection } from '../../platform/selection.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { selectionColumn } from '../../ui/selection-column.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { recipientTexts } from './recipients.texts.ts';
import { AddedBelow, addedColumnFrom, EditValuesButton, valueColumns, ValuesBelow } from './values/value-columns.tsx';

const { table: texts } = recipientTexts;

type RecipientTableProps = {
  recipients: readonly Recipient[] | undefined;
  selection: RowSelection<Recipient, number>;
  isBusy: boolean;
  isStale: boolean;
  empty: ReactNode;
  /** The names of the list's variables. */
  variables: readonly string[];
  onRemove: (recipient: Recipient) => void;
  onEditValues: (recipient: Recipient) => void;
};

type ColumnContext = Pick<
  RecipientTableProps,
  'recipients' | 'selection' | 'variables' | 'onRemove' | 'onEditValues'
> & { isLocked: boolean };

function columnsOf(context: ColumnContext): Column<Recipient>[] {
  const { recipients, selection, variables, isLocked, onRemove, onEditValues } = context;
  const addedFrom = addedColumnFrom(variables);
  return [
    selectionColumn({
      rows: recipients,
      selection,
      pageLabel: texts.selectAll,
      labelOf: ({ recipient }) => texts.select(recipient),
      isDisabled: isLocked,
    }),
    {
      key: 'recipient',
      title: texts.username,
      isRowHeader: true,
      cell: ({ recipient, is_do_not_contact: isDoNotContact, variables: values, created_at }) => (
        <>
          <PersonName username={recipient} isDoNotContact={isDoNotContact} />
          <ValuesBelow variables={variables} values={values} />
          <AddedBelow from={addedFrom} at={created_at} />
        </>
      ),
    },
    ...valueColumns(variables),
    {
      key: 'status',
      title: texts.status,
      cell: ({ status, is_not_known: isNotKnown }) => <StatusBadge status={isNotKnown ? 'unknown' : status} />,
    },
    ...addedColumn(addedFrom),
    {
      key: 'actions',
      title: texts.actions,
      align: 'right',
      width: '1%',
      cell: (recipient) => (
        <Group gap={0} justify="flex-end" wrap="nowrap">
          {variables.length > 0 && <EditValuesButton recipient={recipient} isLocked={isLocked} onEdit={onEditValues} />}
          <Tooltip label={texts.remove}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.removeName(recipient.recipient)}
              disabled={isLocked}
              onClick={() => onRemove(recipient)}
            >
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
    },
  ];
}

function addedColumn(from: ReturnType<typeof addedColumnFrom>): Column<Recipient>[] {
  if (from === null) return [];
  return [{ key: 'added', title: texts.added, from, cell: ({ created_at }) => <RelativeTime at={created_at} /> }];
}

export function RecipientTable(props: RecipientTableProps) {
  const { recipients, selection, isBusy, isStale, empty, variables, onRemove, onEditValues } = props;
  const isLocked = !useHasSubscription() || isBusy;
  return (
    <DataTable
      label={texts.label}
      columns={columnsOf({ recipients, selection, variables, isLocked, onRemove, onEditValues })}
      rows={recipients}
      rowKey={(recipient) => recipient.id}
      skeletonRows={10}
      isStale={isStale}
      isRowSelected={selection.has}
      empty={empty}
    />
  );
}
