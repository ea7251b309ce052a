import type { NewImportRow } from '@sandpiper/contract/imports';
import { importCellMaxLength, importChunkBytes, importChunkRows } from '@sandpiper/contract/limits';
import type { RawRow } from './raw-rows.ts';

/** What each column is imported as. */
export type Mapping = {
  /** Rows up to and including this one are skipped. */
  headerLine: number | null;
  usernameColumn: number;
  /** In the same order as the import's variables. */
  valueColumns: readonly number[];
};

/** What spreadsheets show in place of a value that they couldn't compute. These texts must not end up in a message. */
const formulaErrors = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/i;

export function importRowOf({ line, cells, isBroken }: RawRow, mapping: Mapping): NewImportRow {
  const cellOf = (column: number) => cells[column] ?? '';
  const values = mapping.valueColumns.map((column) => (formulaErrors.test(cellOf(column)) ? '' : cellOf(column)));
  const username = cellOf(mapping.usernameColumn);
  const used = [username, ...values];
  const problem = isBroken || used.some(isUnreadable) ? 'unreadable' : values.some(isTooLong) ? 'value_too_long' : null;
  return {
    line,
    username: readable(username),
    ...(values.length > 0 && { values: values.map(readable) }),
    ...(problem !== null && { problem }),
  };
}

/** A character that couldn't be decoded is U+FFFD. */
const isUnreadable = (cell: string) => cell.includes('\uFFFD') || cell.includes('\0');
const isTooLong = (cell: string) => cell.length > importCellMaxLength;
const readable = (cell: string) => cell.slice(0, importCellMaxLength).replaceAll('\0', '').toWellFormed();

export function isBelowHeader({ line }: RawRow, { headerLine }: Pick<Mapping, 'headerLine'>): boolean {
  return headerLine === null || line > headerLine;
}

/** The size of the request body without the rows. */
const aroundBytes = 100;

/** Groups rows into chunks that fit into one call. */
export async function* chunksOf(batches: AsyncIterable<RawRow[]>, mapping: Mapping): AsyncGenerator<NewImportRow[]> {
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
