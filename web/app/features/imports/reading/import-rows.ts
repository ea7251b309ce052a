import type { NewImportRow } from '@sandpiper/contract/imports';
import { importCellMaxLength, importChunkBytes, importChunkRows } from '@sandpiper/contract/limits';
import type { RawRow } from './raw-rows.ts';

/** Which column contains the usernames, and which columns become variables. Columns are numbered from 0. */
export type Mapping = {
  /** The line number of the header. Rows up to and including this line are skipped. Null if there is no header. */
  headerLine: number | null;
  usernameColumn: number;
  /** The columns that become variables, in the order of the variable names. `others` means all other columns that a row has. */
  valueColumns: readonly number[] | 'others';
};

/** Spreadsheet error values such as #N/A. They are imported as empty cells, so that they never end up in a message. */
const formulaErrors = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/i;

/** An apostrophe that CSV exports put before a value that looks like a formula, so that no spreadsheet evaluates the value. */
const exportedAsText = /^'(?=[=+\-@])/;

const valueOf = (cell: string) => (formulaErrors.test(cell) ? '' : cell.replace(exportedAsText, ''));

export function importRowOf({ line, cells, isBroken }: RawRow, mapping: Mapping): NewImportRow {
  const cellOf = (column: number) => cells[column] ?? '';
  const others = () => [...cells.keys()].filter((column) => column !== mapping.usernameColumn);
  const columns = mapping.valueColumns === 'others' ? others() : mapping.valueColumns;
  const values = columns.map((column) => valueOf(cellOf(column)));
  // A line that couldn't be split is one cell. Without its text, nobody could tell which person is missing.
  const username = cellOf(isBroken ? 0 : mapping.usernameColumn);
  const used = [username, ...values];
  const problem = isBroken || used.some(isUnreadable) ? 'unreadable' : values.some(isTooLong) ? 'value_too_long' : null;
  return {
    line,
    username: readable(username),
    ...(values.length > 0 && { values: values.map(readable) }),
    ...(problem !== null && { problem }),
  };
}

/** Decoders replace undecodable bytes with U+FFFD. PostgreSQL can't store NUL characters. */
const isUnreadable = (cell: string) => cell.includes('\uFFFD') || cell.includes('\0');
const isTooLong = (cell: string) => cell.length > importCellMaxLength;
const readable = (cell: string) => cell.slice(0, importCellMaxLength).replaceAll('\0', '').toWellFormed();

export function isBelowHeader({ line }: RawRow, { headerLine }: Pick<Mapping, 'headerLine'>): boolean {
  return headerLine === null || line > headerLine;
}

/** An upper bound for the size of the request body without its rows, in bytes. */
const aroundBytes = 100;

/** Converts the rows below the header, and groups them into chunks that each fit into one request. */
export async function* chunksOf(
  batches: AsyncIterable<RawRow[]> | Iterable<RawRow[]>,
  mapping: Mapping,
): AsyncGenerator<NewImportRow[]> {
  const encoder = new TextEncoder();
  let chunk: NewImportRow[] = [];
  let bytes = aroundBytes;
  for await (const batch of batches) {
    for (const raw of batch) {
      if (!isBelowHeader(raw, mapping)) continue;
      const row = importRowOf(raw, mapping);
      const size = encoder.encode(JSON.stringify(row)).length + 1;
      if (chunk.length === importChunkRows || bytes + size > importChunkBytes) {
        yield chunk;
        chunk = [];
        bytes = aroundBytes;
      }
      chunk.push(row);
      bytes += size;
    }
  }
  if (chunk.length > 0) yield chunk;
}
