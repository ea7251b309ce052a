import { importProblems } from '@sandpiper/contract/import-fates';
import { listVariablesMax } from '@sandpiper/contract/list-variables';
import { countText, formatCount } from '../../../platform/numbers.ts';

export const columnTexts = {
  layout: {
    title: (file: string) => `How ${file} is read`,
    sheet: 'Sheet',
    encoding: 'Encoding',
    delimiter: 'Separator',
    header: 'Column names',
    noHeader: 'None: every row is a person',
    headerRow: (line: number, cells: string) => `Row ${formatCount(line)}: ${cells}`,
    rows: (rows: number) => countText(rows, 'row'),
    counting: (rows: number) => `${countText(rows, 'row')} so far…`,
    countingLabel: 'Counting the rows',
  },
  columns: {
    title: 'Columns',
    subtitle:
      'Choose the column with the usernames. Messages can use columns imported as variables, such as {first_name}.',
    label: 'Columns in the file',
    useOf: (column: string) => `Import ${column} as`,
    nameOf: (column: string) => `Variable for ${column}`,
    unnamed: (number: number) => `Column ${number}`,
    empty: 'Empty',
    emptySoFar: 'No value so far…',
    uses: { username: 'Username', variable: 'Variable', ignore: 'Ignore' },
  },
  preview: {
    title: (count: number) =>
      count === 1 ? 'The first row as it will be read' : `The first ${count} rows as they will be read`,
    label: 'First rows',
    row: 'Row',
    person: 'Person',
    none: 'There are no rows below the column names.',
  },
  noUsername: 'Choose which column contains the usernames.',
  nameTaken: 'Another column has this name',
  wrongNames: 'Fix the variable names.',
  tooMany: (count: number, known: number) =>
    known === 0
      ? `A list can have up to ${listVariablesMax} variables, but you chose ${count}. Ignore some columns.`
      : `A list can have up to ${listVariablesMax} variables. With the ${known} already on this list, there would be ${count}. Ignore some columns.`,
  problems: importProblems,
  back: 'Back',
  check: 'Check all rows',
};
