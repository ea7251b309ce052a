/** A row of the file, unchanged. Blank rows are left out but still count toward the line numbers. */
export type RawRow = {
  /** The row number in a spreadsheet program, starting at 1. */
  line: number;
  cells: string[];
  /** Set if the row couldn't be split into cells. */
  isBroken?: true;
};

export type RowSource = {
  /** Yields batches of rows, in order. `onProgress` receives a share from 0 to 1. */
  rows: (onProgress?: (share: number) => void) => AsyncGenerator<RawRow[]>;
};

/** Columns beyond this are ignored. */
export const columnsMax = 256;
/** Longer texts are cut to one character more than this, which shows that they were too long. */
export const cellMax = 1000;

export function cutCell(text: string): string {
  const trimmed = text.length > cellMax * 2 ? text.slice(0, cellMax * 2).trim() : text.trim();
  return trimmed.length > cellMax ? trimmed.slice(0, cellMax + 1) : trimmed;
}

export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '');
}

/** Reads the first rows of a source. */
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
