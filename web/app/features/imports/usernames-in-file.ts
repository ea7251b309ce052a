import { guessHeaderLine, guessUsernameColumn } from './reading/columns.ts';
import type { OpenedFile } from './reading/open-file.ts';
import { readRows, startOpening } from './reading/reader.ts';

/**
 * Reads the usernames from a spreadsheet or text file. Uses the sheet that looks most like a list of people, and its column that looks most
 * like a username column, or the first column if none does. `otherSheets` contains the names of the sheets that weren't read. Throws an error
 * whose message can be shown to the user.
 */
export async function usernamesInFile(file: Blob): Promise<{ names: string[]; otherSheets: string[] }> {
  const { layout, sample, otherSheets } = await open(file);
  const headerLine = guessHeaderLine(sample);
  const usernameColumn = guessUsernameColumn(sample, headerLine) ?? 0;
  const names: string[] = [];
  for await (const { rows } of readRows({ file, layout, mapping: { headerLine, usernameColumn, valueColumns: [] } })) {
    for (const { username } of rows) if (username !== '') names.push(username);
  }
  return { names, otherSheets };
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
