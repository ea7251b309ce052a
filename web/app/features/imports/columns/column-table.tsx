import { Autocomplete, Select } from '@mantine/core';
import { optionsOf } from '../../../platform/select-options.ts';
import css from './columns.module.css';
import { nameProblem, withName, withUse, type ColumnChoice, type ColumnUse } from './column-choices.ts';
import { columnTexts } from './columns.texts.ts';

const { columns: texts } = columnTexts;

const uses = optionsOf<ColumnUse>(texts.uses);

type ColumnTableProps = {
  columns: readonly ColumnChoice[];
  onChange: (columns: ColumnChoice[]) => void;
  /** The list's existing variables. */
  known: readonly string[];
  /** Whether all rows have been read. Until then, a column without samples can have values further down. */
  isCounted: boolean;
};

/** A list of the file's columns. For each column, the user chooses what it is imported as. */
export function ColumnTable({ columns, onChange, known, isCounted }: ColumnTableProps) {
  return (
    <ul className={css['columns']} aria-label={texts.label}>
      {columns.map((column) => {
        const title = column.header === '' ? texts.unnamed(column.index + 1) : column.header;
        return (
          <li key={column.index} data-use={column.use}>
            <div className={css['words']}>
              <strong>{title}</strong>
              <span>
                {column.samples.length === 0
                  ? isCounted
                    ? texts.empty
                    : texts.emptySoFar
                  : column.samples.join(' · ')}
              </span>
            </div>
            <Select
              aria-label={texts.useOf(title)}
              data={uses}
              value={column.use}
              onChange={(use) => use !== null && onChange(withUse(columns, column.index, use))}
            />
            {column.use === 'variable' && (
              <Autocomplete
                aria-label={texts.nameOf(title)}
                data={[...known]}
                value={column.name}
                error={nameProblem(columns, column)}
                leftSection="{"
                rightSection="}"
                onChange={(name) => onChange(withName(columns, column.index, name))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
