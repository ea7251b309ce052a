import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import css from './values.module.css';
import { valuesTexts } from './values.texts.ts';
import { tidyName, type DraftVariable } from './variable-draft.ts';

const { variables: texts } = valuesTexts;

type VariableRowProps = {
  row: DraftVariable;
  /** The row's position, starting at 1. */
  place: number;
  /** The number of people on the list. */
  people: number;
  problem: string | undefined;
  onChange: (changes: Partial<DraftVariable>) => void;
  /** Called to remove a row that hasn't been saved yet. */
  onDrop: () => void;
};

export function VariableRow({ row, place, people, problem, onChange, onDrop }: VariableRowProps) {
  const { name, stored, isRemoved } = row;
  return (
    <li className={css['row']} data-removed={isRemoved || undefined}>
      <TextInput
        aria-label={texts.name(place)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        readOnly={isRemoved}
        autoFocus={stored === null}
        value={name}
        error={problem}
        description={stateOf(row, people)}
        inputWrapperOrder={['input', 'description', 'error']}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        onBlur={() => {
          if (name !== tidyName(name)) onChange({ name: tidyName(name) });
        }}
      />
      {isRemoved ? (
        <Button variant="default" onClick={() => onChange({ isRemoved: false })}>
          {texts.keep}
        </Button>
      ) : (
        <Tooltip label={texts.remove(name)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={texts.remove(name)}
            onClick={() => (stored === null ? onDrop() : onChange({ isRemoved: true }))}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function stateOf({ stored, isRemoved }: DraftVariable, people: number): string {
  if (stored === null) return texts.added;
  return isRemoved ? texts.removed(stored.people) : texts.filled(stored.people, people);
}
