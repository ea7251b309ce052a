import { ActionIcon, Tooltip } from '@mantine/core';
import { valueOfVariable } from '@sandpiper/contract/list-variables';
import type { Recipient } from '@sandpiper/contract/recipients';
import { IconPencil } from '@tabler/icons-react';
import type { Column } from '../../../ui/data-table.tsx';
import { CollapsedColumn } from '../../../ui/collapsed-column.tsx';
import { ExactTime } from '../../../ui/relative-time.tsx';
import { recipientTexts } from '../recipients.texts.ts';
import css from './values.module.css';
import { valuesTexts } from './values.texts.ts';

const { table: texts } = valuesTexts;

/**
 * The number of variables that get their own column. The rest share one column, except that a single remaining variable also gets its own
 * column.
 */
const ownColumns = 3;

/** Returns the table columns for a list's variables. On narrow screens, {@link ValuesBelow} shows the values instead. */
export function valueColumns(variables: readonly string[]): Column<Recipient>[] {
  const own = variables.length === ownColumns + 1 ? variables : variables.slice(0, ownColumns);
  const others = variables.slice(own.length);
  const columns = own.map((name): Column<Recipient> => ({
    key: `variable ${name}`,
    title: name,
    from: 'md',
    cell: ({ variables: values }) => <Value value={valueOfVariable(values, name)} />,
  }));
  if (others.length === 0) return columns;
  const together = ({ variables: values }: Recipient) => <Value value={textOf(others, values)} />;
  return [...columns, { key: 'other variables', title: texts.others(others.length), from: 'md', cell: together }];
}

/** Formats values as "city: Bern · shop: Dune". Returns undefined if there are no values. */
function textOf(variables: readonly string[], values: Recipient['variables']): string | undefined {
  const filled = variables.flatMap((name) => {
    const value = valueOfVariable(values, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return filled.length === 0 ? undefined : filled.join(' · ');
}

function Value({ value }: { value: string | undefined }) {
  if (value === undefined) return <span className={css['none']} aria-label={texts.none} role="img" />;
  return (
    <span className={css['value']} title={value}>
      {value}
    </span>
  );
}

/** Shows a person's values below the name on screens that are too narrow for the columns. */
export function ValuesBelow({ variables, values }: { variables: readonly string[]; values: Recipient['variables'] }) {
  const text = textOf(variables, values);
  if (text === undefined) return null;
  return (
    <CollapsedColumn below="md">
      <span className={css['below']}>{text}</span>
    </CollapsedColumn>
  );
}

type EditButtonProps = { recipient: Recipient; isLocked: boolean; onEdit: (recipient: Recipient) => void };

export function EditValuesButton({ recipient, isLocked, onEdit }: EditButtonProps) {
  return (
    <Tooltip label={texts.edit}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.editOf(recipient.recipient)}
        disabled={isLocked}
        onClick={() => onEdit(recipient)}
      >
        <IconPencil size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/**
 * Returns the screen width from which a list's table has an "added" column, for use as the column's `from`. Returns null if the list has
 * too many variables for an "added" column.
 */
export function addedColumnFrom(variables: readonly string[]) {
  if (variables.length === 0) return 'sm';
  return variables.length < ownColumns ? 'lg' : null;
}

type AddedBelowProps = { from: ReturnType<typeof addedColumnFrom>; at: string };

/** Shows below the name when a person was added, on screens without an "added" column. */
export function AddedBelow({ from, at }: AddedBelowProps) {
  const added = (
    <span className={css['added']}>
      {recipientTexts.table.added}&nbsp;
      <ExactTime at={at} />
    </span>
  );
  return from === null ? added : <CollapsedColumn below={from}>{added}</CollapsedColumn>;
}
