import { importRowsMax } from '@sandpiper/contract/limits';
import { guessHeaderLine, guessUsernameColumn } from './columns.ts';
import { detectEncoding } from './encodings.ts';
import { kindOf } from './file-kind.ts';
import { FileProblem } from './file-problem.ts';
import type { Corrections, Delimiter, Encoding, Layout } from './layouts.ts';
import { firstRows, type RawRow, type RowSource } from './raw-rows.ts';
import { readingTexts as texts } from './reading.texts.ts';
import { sheetRows, lazyStrings } from './sheet-rows.ts';
import { detectDelimiter, textRows } from './text-rows.ts';
import { openWorkbook } from './workbook.ts';

export type OpenedFile = {
  layout: Layout;
  /** The first rows, including any header. */
  sample: RawRow[];
  /**
   * The names of the workbook's other sheets that have rows, or that weren't searched for rows. Empty for a text file, and if the user
   * chose the sheet.
   */
  otherSheets: string[];
};

const sampleRows = 200;
const sheetsTried = 50;

type Opened = { layout: Layout; source: RowSource; otherSheets: string[] };
type Progress = (share: number) => void;

/** Detects a file's layout, applies the user's corrections, and reads the first rows. Throws a FileProblem if the file can't be read. */
export async function openFile(file: Blob, given: Corrections, onProgress?: Progress): Promise<OpenedFile> {
  const { layout, source, otherSheets } = await open(file, given, onProgress);
  const sample = await firstRows(source, sampleRows, onProgress);
  if (sample.length === 0) throw new FileProblem(texts.noRows);
  return { layout, sample, otherSheets };
}

/** Yields all rows of a file with a known layout. Throws a FileProblem if the file has too many rows. */
export async function* rowsOf(file: Blob, layout: Layout, onProgress?: Progress): AsyncGenerator<RawRow[]> {
  const { source } = layout.kind === 'text' ? openText(file, layout) : await openSheet(file, layout.sheet);
  let rows = 0;
  for await (const batch of source.rows(onProgress)) {
    rows += batch.length;
    // Allow ten extra rows, because the header and any rows above it aren't imported.
    if (rows > importRowsMax + 10) throw new FileProblem(texts.tooManyRows(importRowsMax));
    if (batch.length > 0) yield batch;
  }
}

async function open(file: Blob, given: Corrections, onProgress?: Progress): Promise<Opened> {
  if ((await kindOf(file)) === 'workbook') return openSheet(file, given.sheet, onProgress);
  const encoding = given.encoding ?? (await detectEncoding(file, onProgress));
  return openText(file, { encoding, delimiter: given.delimiter ?? (await detectDelimiter(file, encoding)) });
}

function openText(file: Blob, { encoding, delimiter }: { encoding: Encoding; delimiter: Delimiter }): Opened {
  const layout = { kind: 'text', encoding, delimiter } as const;
  return { layout, source: textRows(file, encoding, delimiter), otherSheets: [] };
}

/** Opens the sheet `wanted` or, if `wanted` is undefined, the sheet among the first 50 that looks most like a list of people. */
async function openSheet(file: Blob, wanted: number | undefined, onProgress?: Progress): Promise<Opened> {
  const workbook = await openWorkbook(file);
  const strings = lazyStrings(workbook);
  const sourceOf = (sheet: number) => sheetRows(workbook, workbook.sheets[sheet]?.path ?? '', strings);
  const filled: number[] = [];
  let best = wanted ?? 0;
  if (wanted === undefined && workbook.sheets.length > 1) {
    let bestLikeness = 0;
    for (const sheet of workbook.sheets.keys()) {
      const isTried = sheet < sheetsTried;
      const likeness = isTried ? listScore(await firstRows(sourceOf(sheet), 50, onProgress)) : 0;
      if (likeness > 0 || !isTried) filled.push(sheet);
      if (likeness > bestLikeness) [best, bestLikeness] = [sheet, likeness];
    }
    if (bestLikeness === 0) throw new FileProblem(texts.noSheets);
  }
  const sheets = workbook.sheets.map(({ name }) => name);
  const otherSheets = filled.filter((sheet) => sheet !== best).map((sheet) => sheets[sheet] ?? '');
  return { layout: { kind: 'workbook', sheets, sheet: best }, source: sourceOf(best), otherSheets };
}

/**
 * Rates how much a sheet looks like a list of people. A column of usernames counts most, followed by the number of rows. Returns 0 for an
 * empty sheet.
 */
function listScore(rows: readonly RawRow[]): number {
  return rows.length + (guessUsernameColumn(rows, guessHeaderLine(rows)) === null ? 0 : 1000);
}
