import type { NewImportRow } from '@sandpiper/contract/imports';
import { chunksOf } from '../reading/import-rows.ts';

/** A pasted username, or a whole pasted line, with its line number, starting at 1. */
export type PastedName = { line: number; value: string };

const cellsIn = (line: string) =>
  line
    .split(/[,;\t]/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

/**
 * Returns whether lines with several cells are lists of usernames instead of rows of a table. They are lists if the text is a single line
 * without tabs (tabs would come from a spreadsheet), or if all cells begin with @.
 */
function isListInLines(lines: readonly PastedName[]): boolean {
  const isOneLine = lines.length === 1 && lines.every(({ value }) => !value.includes('\t'));
  return isOneLine || lines.every(({ value }) => cellsIn(value).every((cell) => cell.startsWith('@')));
}

/** Splits text into usernames or, if it isn't a list of usernames, into lines. Skips blank lines, but counts them in `line`. */
export function namesIn(text: string): PastedName[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, value: raw.trim().replace(/[,;\s]+$/, '') }))
    .filter(({ value }) => value !== '');
  if (!isListInLines(lines)) return lines;
  return lines.flatMap(({ line, value }) => cellsIn(value).map((cell) => ({ line, value: cell })));
}

/** Returns whether most of the first 50 lines contain several cells, as lines copied from a spreadsheet do. */
export function isTable(names: readonly PastedName[]): boolean {
  const first = names.slice(0, 50);
  return first.length > 0 && first.filter(({ value }) => /\t|[,;].*\S/.test(value)).length > first.length / 2;
}

const onlyUsernames = { headerLine: null, usernameColumn: 0, valueColumns: [] };

/** Converts usernames to rows of an import, in chunks that each fit into one request. */
export function rowsOfNames(names: readonly PastedName[]): AsyncGenerator<NewImportRow[]> {
  return chunksOf([names.map(({ line, value }) => ({ line, cells: [value] }))], onlyUsernames);
}
