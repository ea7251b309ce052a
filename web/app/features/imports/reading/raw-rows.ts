/** A row of the file. Its cells are trimmed, and very long cells are cut. Blank rows are skipped, but still count toward line numbers. */
export type RawRow = {
  /** The row's number in the file or sheet, starting at 1. A row with line breaks in its cells counts as one row. */
  line: number;
  cells: string[];
  /** Set if the line couldn't be split into cells, because its quotation marks don't match. */
  isBroken?: true;
};

export type RowSource = {
  /** Yields batches of rows, in order. `onProgress` receives a fraction from 0 to 1. */
  rows: (onProgress?: (share: number) => void) => AsyncGenerator<RawRow[]>;
};

/** The maximum number of columns. Further columns are ignored. */
export const columnsMax = 256;
/** The maximum length of a cell. Longer text is cut to one character more than the maximum, so that it still counts as too long. */
export const cellMax = 1000;

export function cutCell(text: string): string {
  const trimmed = text.length > cellMax * 2 ? text.slice(0, cellMax * 2).trim() : text.trim();
  return trimmed.length > cellMax ? trimmed.slice(0, cellMax + 1) : trimmed;
}

export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '');
}

export async function firstRows(
  source: RowSource,
  count: number,
  onProgress?: (share: number) => void,
): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const batch of source.rows(onProgress)) {
    rows.push(...batch.slice(0, count - rows.length));
    if (rows.length >= count) break;
  }
  return rows;
}
