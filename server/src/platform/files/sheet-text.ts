/** Excel can't open files with longer cells. */
const longestCell = 32_767;

/** XML can't contain these characters, even escaped. */
const impossible = /[\uFFFE\uFFFF]/g;
/**
 * Characters that workbooks contain as `_xHHHH_`: control characters, and an underscore that begins such a sequence in the text itself.
 * Otherwise, Excel and imports would read the sequence as another character, and a username as another person's username.
 */
// oxlint-disable-next-line no-control-regex -- XML can't contain control characters
const escaped = /_(?=x[0-9A-Fa-f]{4}_)|[\u0000-\u0008\u000B-\u001F]/g;

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Prepares a text for a cell of an Excel workbook. Truncates texts that are too long for a cell. */
export function sheetText(text: string): string {
  return text.slice(0, longestCell).toWellFormed().replaceAll(impossible, '\uFFFD').replaceAll(escaped, escapeOf);
}
