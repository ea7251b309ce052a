/** The maximum number of pasted usernames to import immediately. A longer list is processed like a file. */
export const namesMax = 5000;

type Name = { line: number; value: string };

const cellsIn = (line: string) =>
  line
    .split(/[,;\t]/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

/**
 * Returns whether lines with several cells are lists of usernames instead of rows of a table. They are lists if the text is a single line
 * without tabs (tabs would come from a spreadsheet), or if all cells begin with @.
 */
function isListInLines(lines: readonly Name[]): boolean {
  const isOneLine = lines.length === 1 && lines.every(({ value }) => !value.includes('\t'));
  return isOneLine || lines.every(({ value }) => cellsIn(value).every((cell) => cell.startsWith('@')));
}

/** Splits text into usernames or, if it isn't a list of usernames, into lines. Skips blank lines, but counts them in `line`. */
export function namesIn(text: string): Name[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, value: raw.trim().replace(/[,;\s]+$/, '') }))
    .filter(({ value }) => value !== '');
  if (!isListInLines(lines)) return lines;
  return lines.flatMap(({ line, value }) => cellsIn(value).map((cell) => ({ line, value: cell })));
}

/** Returns whether most of the first 50 lines contain several cells, as lines copied from a spreadsheet do. */
export function isTable(names: readonly { value: string }[]): boolean {
  const first = names.slice(0, 50);
  return first.length > 0 && first.filter(({ value }) => /\t|[,;].*\S/.test(value)).length > first.length / 2;
}
