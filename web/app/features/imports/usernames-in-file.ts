import { guessHeaderLine, guessUsernameColumn, isCapitalizedWord, isKnownHeader } from './reading/columns.ts';
import type { Mapping } from './reading/import-rows.ts';
import type { Layout } from './reading/layouts.ts';
import type { OpenedFile } from './reading/open-file.ts';
import type { RawRow } from './reading/raw-rows.ts';
import { readRows, startOpening } from './reading/reader.ts';

/**
 * Reads the usernames from a spreadsheet or text file. Uses the sheet that looks most like a list of people and, on this sheet, the column
 * that looks most like a username column, or the first column if none does. If all cells of a text file are names, reads all columns.
 * `otherSheets` contains the names of the other sheets, except those found to be empty. Throws an error whose message can be shown to the
 * user.
 */
export async function usernamesInFile(file: Blob): Promise<{ names: string[]; otherSheets: string[] }> {
  const { layout, sample, otherSheets } = await open(file);
  const mapping = mappingOf(layout, sample);
  const names = nameInHeader(sample, mapping);
  for await (const rows of readRows({ file, layout, mapping })) {
    for (const { username, values = [] } of rows) names.push(...[username, ...values].filter((name) => name !== ''));
  }
  return { names, otherSheets };
}

/**
 * Returns the header above the usernames, unless it is a known column name or a capitalized word. Any other header could be a username,
 * possibly with a typo, and adding a word such as `creator` does less harm than leaving out a person.
 */
function nameInHeader(sample: readonly RawRow[], { headerLine, usernameColumn }: Mapping): string[] {
  const header = sample.find(({ line }) => line === headerLine)?.cells[usernameColumn] ?? '';
  return header === '' || isKnownHeader(header) || isCapitalizedWord(header) ? [] : [header];
}

function mappingOf(layout: Layout, sample: readonly RawRow[]): Mapping {
  const headerLine = guessHeaderLine(sample);
  if (layout.kind === 'text' && headerLine === null && areAllNames(sample)) {
    return { headerLine, usernameColumn: 0, valueColumns: 'others' };
  }
  return { headerLine, usernameColumn: guessUsernameColumn(sample, headerLine) ?? 0, valueColumns: [] };
}

/** Returns whether all cells are names. They are if the text is a single line, or if all cells begin with @. */
function areAllNames(rows: readonly RawRow[]): boolean {
  return rows.length === 1 || rows.every(({ cells }) => cells.every((cell) => cell === '' || cell.startsWith('@')));
}

function open(file: Blob): Promise<OpenedFile> {
  return new Promise((resolve, reject) => {
    const stop = startOpening({
      file,
      corrections: {},
      onReport: (report) => {
        if (report.type !== 'opened') return;
        stop();
        resolve(report.opened);
      },
      onFailed: reject,
    });
  });
}
