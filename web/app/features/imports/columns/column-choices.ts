import { normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import {
  cleanVariableValue,
  listVariablesMax,
  variableNameOf,
  variableNameProblem,
  variableNamesOf,
} from '@sandpiper/contract/list-variables';
import { isExportedList, exportedListHeaders } from '@sandpiper/contract/exported-lists';
import { guessUsernameColumn, widthOf } from '../reading/columns.ts';
import { importRowOf, isBelowHeader, type Mapping } from '../reading/import-rows.ts';
import type { RawRow } from '../reading/raw-rows.ts';
import { columnTexts } from './columns.texts.ts';

export type ColumnUse = 'username' | 'variable' | 'ignore';

export type ColumnChoice = {
  index: number;
  /** The column's header in the file, or an empty string if it has none. */
  header: string;
  samples: string[];
  use: ColumnUse;
  /** The name of the variable that the column is imported as. */
  name: string;
};

const samplesShown = 3;

type Proposal = {
  sample: readonly RawRow[];
  headerLine: number | null;
  /** Each column's first value below the sample, once it is known. */
  firstValues: readonly string[];
};

/**
 * Suggests how to import each column, based on its header and its cells. If the file is an exported list, all of the list's variables
 * are imported as variables, even those without values, and nothing else is.
 */
export function proposeColumns({ sample, headerLine, firstValues }: Proposal): ColumnChoice[] {
  const headers = sample.find(({ line }) => line === headerLine)?.cells ?? [];
  const people = sample.filter((row) => isBelowHeader(row, { headerLine }));
  const width = Math.max(headers.length, widthOf(people), firstValues.length);
  const usernameColumn = guessUsernameColumn(sample, headerLine);
  const exported = isExportedList(headers) ? exportedListHeaders('').length : 0;
  const names = variableNamesOf(
    Array.from({ length: width }, (_, index) => (index < exported ? '' : (headers[index] ?? ''))),
  );
  let variables = 0;
  return Array.from({ length: width }, (_, index) => {
    const header = headers[index] ?? '';
    const cells = [...people.map((row) => row.cells[index] ?? ''), firstValues[index] ?? ''].filter(
      (cell) => cell !== '',
    );
    const isNamed = index >= exported && variableNameOf(header) !== null && (cells.length > 0 || exported > 0);
    const use = index === usernameColumn ? 'username' : isNamed && variables < listVariablesMax ? 'variable' : 'ignore';
    if (use === 'variable') variables += 1;
    return { index, header, samples: [...new Set(cells)].slice(0, samplesShown), use, name: names[index] ?? '' };
  });
}

/**
 * Updates the choices after the whole file has been counted. A column whose first value is below the sample is now imported as proposed,
 * unless the user has already chosen a use for it.
 */
export function withFirstValues(columns: readonly ColumnChoice[], proposal: Proposal): ColumnChoice[] {
  return proposeColumns(proposal).map((proposed) => {
    const column = columns[proposed.index] ?? proposed;
    const isFound = column.samples.length === 0 && column.use === 'ignore' && proposed.use === 'variable';
    return { ...column, samples: proposed.samples, use: isFound ? 'variable' : column.use };
  });
}

/** Changes how one column is imported. If this is now the username column, the previous one is ignored. */
export function withUse(columns: readonly ColumnChoice[], index: number, use: ColumnUse): ColumnChoice[] {
  return columns.map((column) => {
    if (column.index === index) return { ...column, use };
    return use === 'username' && column.use === 'username' ? { ...column, use: 'ignore' } : column;
  });
}

export function withName(columns: readonly ColumnChoice[], index: number, name: string): ColumnChoice[] {
  return columns.map((column) => (column.index === index ? { ...column, name } : column));
}

const variablesOf = (columns: readonly ColumnChoice[]) => columns.filter(({ use }) => use === 'variable');

/** Validates a column's variable name. Returns the error message, or null if the name is valid or the column isn't a variable. */
export function nameProblem(columns: readonly ColumnChoice[], { index, use, name }: ColumnChoice): string | null {
  if (use !== 'variable') return null;
  const isTaken = variablesOf(columns).some((other) => other.index < index && other.name === name);
  return variableNameProblem(name) ?? (isTaken ? columnTexts.nameTaken : null);
}

/** Returns why the file can't be imported with these choices, or null if it can. `known` contains the list's existing variables. */
export function choicesProblem(columns: readonly ColumnChoice[], known: readonly string[]): string | null {
  if (!columns.some(({ use }) => use === 'username')) return columnTexts.noUsername;
  const names = new Set([...known, ...variablesOf(columns).map(({ name }) => name)]);
  if (names.size > listVariablesMax) return columnTexts.tooMany(names.size, known.length);
  return columns.some((column) => nameProblem(columns, column) !== null) ? columnTexts.wrongNames : null;
}

/** Converts the user's choices. If no username column has been chosen, the mapping's `usernameColumn` is -1. */
export function mappingOf(
  columns: readonly ColumnChoice[],
  headerLine: number | null,
): { mapping: Mapping; variables: string[] } {
  const variables = variablesOf(columns);
  return {
    mapping: {
      headerLine,
      usernameColumn: columns.find(({ use }) => use === 'username')?.index ?? -1,
      valueColumns: variables.map(({ index }) => index),
    },
    variables: variables.map(({ name }) => name),
  };
}

export type PreviewRow = { line: number; given: string; username: string; problem: string | null; values: string[] };

const previewRows = 20;

/** Returns a preview of the first 20 rows below the header, including rows that can't be imported. */
export function previewOf(sample: readonly RawRow[], mapping: Mapping): PreviewRow[] {
  return sample
    .filter((row) => isBelowHeader(row, mapping))
    .slice(0, previewRows)
    .map((raw) => {
      const row = importRowOf(raw, mapping);
      const username = normalizeUsername(row.username);
      return {
        line: row.line,
        given: row.username,
        username,
        problem:
          row.problem !== undefined
            ? columnTexts.problems[row.problem]
            : username === ''
              ? columnTexts.problems.no_username
              : usernameProblem(username),
        values: (row.values ?? []).map(cleanVariableValue),
      };
    });
}
