import type { NewImportRow } from '@sandpiper/contract/imports';
import { importCellMaxLength, importChunkBytes, importChunkRows } from '@sandpiper/contract/limits';
import type { RawRow } from './raw-rows.ts';

/** Which columns are imported as what. */
export type Mapping = {
  /** Rows up to this one are left out. */
  headerLine: number | null;
  usernameColumn: number;
  /** In the order of the import's variables. */
  valueColumns: readonly number[];
};

/** What spreadsheets show instead of a value they couldn't compute. It must not get into a message. */
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

/** U+FFFD stands where a character couldn't be decoded. */
const isUnreadable = (cell: string) => cell.includes('\uFFFD') || cell.includes('\0');
const isTooLong = (cell: string) => cell.length > importCellMaxLength;
const readable = (cell: string) => cell.slice(0, importCellMaxLength).replaceAll('\0', '').toWellFormed();

export function isBelowHeader({ line }: RawRow, { headerLine }: Pick<Mapping, 'headerLine'>): boolean {
  return headerLine === null || line > headerLine;
}

/** What the rest of the call's body takes. */
const aroundBytes = 100;

/** Rows in the portions that one call takes. */
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
