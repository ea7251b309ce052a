import { ActionIcon, Tooltip } from '@mantine/core';
import type { Recipient } from '@sandpiper/contract/recipients';
import { IconPencil } from '@tabler/icons-react';
import type { Column } from '../../../ui/data-table.tsx';
import { CollapsedColumn } from '../../../ui/collapsed-column.tsx';
import css from './values.module.css';
import { valuesTexts } from './values.texts.ts';

const { table: texts } = valuesTexts;

/** A column for each variable of a list. Narrower screens show the values under the name, see {@link ValuesBelow}. */
export function valueColumns(variables: readonly string[]): Column<Recipient>[] {
  return variables.map((name) => ({
    key: `variable ${name}`,
    title: name,
    from: 'md',
    cell: ({ variables: values }) => <Value value={values[name]} />,
  }));
}

function Value({ value }: { value: string | undefined }) {
  if (value === undefined) return <span className={css['none']} aria-label={texts.none} role="img" />;
  return (
    <span className={css['value']} title={value}>
      {value}
    </span>
  );
}

/** A person's values, where there is no room for columns. */
export function ValuesBelow({ variables, values }: { variables: readonly string[]; values: Recipient['variables'] }) {
  const filled = variables.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (filled.length === 0) return null;
  return (
    <CollapsedColumn below="md">
      {filled.map(({ name, value }) => (
        <span key={name} className={css['below']}>
          {name}: {value}
        </span>
      ))}
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
