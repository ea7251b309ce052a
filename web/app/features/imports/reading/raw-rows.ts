/** A row as it is in the file. Rows without any text are left out, but counted. */
export type RawRow = {
  /** The number that spreadsheet programs show beside it, from 1. */
  line: number;
  cells: string[];
  /** Set when its cells couldn't be told apart. */
  isBroken?: true;
};

export type RowSource = {
  /** Batches of rows, in order. `onProgress` gets a share from 0 to 1. */
  rows: (onProgress?: (share: number) => void) => AsyncGenerator<RawRow[]>;
};

/** Further columns are ignored. */
export const columnsMax = 256;
/** Longer texts are cut to one character more, which shows that they were longer. */
export const cellMax = 1000;

export function cutCell(text: string): string {
  const trimmed = text.length > cellMax * 2 ? text.slice(0, cellMax * 2).trim() : text.trim();
  return trimmed.length > cellMax ? trimmed.slice(0, cellMax + 1) : trimmed;
}

export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '');
}

/** The first rows of a source. */
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
