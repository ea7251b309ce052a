import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { writeXlsxStream } from 'hucre/xlsx';
import { tableMediaTypes } from '@sandpiper/contract/table-files';
import type { TableFormat } from '@sandpiper/contract/table-files';
import { sheetText } from './sheet-text.ts';

type Cell = string | number | null;

export type Table = {
  /** The name of the sheet in a spreadsheet. */
  name: string;
  /** Widths are in characters. */
  columns: readonly { header: string; width: number }[];
  /** The rows, a few hundred at a time. Other requests are handled between batches. */
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** Sends a table as a file. Rows are read and written while the client downloads the file. */
export function sendTable(
  reply: FastifyReply,
  { format, fileName, table }: { format: TableFormat; fileName: string; table: Table },
): Readable {
  const charset = format === 'csv' ? '; charset=utf-8' : '';
  reply
    .type(`${tableMediaTypes[format]}${charset}`)
    .header('content-disposition', `attachment; filename="${fileName}.${format}"`);
  return streamTable(format, table);
}

export function streamTable(format: TableFormat, table: Table): Readable {
  if (format === 'csv') return Readable.from(csvChunks(table), { objectMode: false });
  const columns = table.columns.map(({ header, width }, place) => ({
    header: sheetText(header),
    key: String(place),
    width,
  }));
  return Readable.from(writeXlsxStream(sheetRows(table), { name: table.name, columns, freezePane: { rows: 1 } }));
}

/** Converts every cell except numbers to text, so that a value that looks like a formula is never evaluated. */
async function* sheetRows({ batches }: Table) {
  for await (const rows of batches) {
    for (const row of rows) {
      yield row.map((cell) => (typeof cell === 'number' ? cell : sheetText(cell ?? '')));
    }
    await setImmediate();
  }
}

/** Without a byte order mark, Excel reads a CSV file in the computer's legacy encoding. */
const byteOrderMark = '\uFEFF';

async function* csvChunks({ columns, batches }: Table) {
  yield byteOrderMark + csvLine(columns.map(({ header }) => header));
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map(csvLine).join('');
    await setImmediate();
  }
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Spreadsheets evaluate cells that begin with one of these characters, even quoted ones. With an apostrophe in front, they treat the cell
 * as text.
 */
const formulaBeginning = /^[=+\-@\t\r]/;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaBeginning.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
