/** The maximum number of pasted usernames to import immediately. A longer list is processed like a file. */
export const namesMax = 5000;

/** Splits text into usernames, one per line. Skips blank lines, but counts them in `line`. */
export function namesIn(text: string): { line: number; value: string }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, value: raw.trim() }))
    .filter(({ value }) => value !== '');
}

/** Returns whether most of the first 50 lines contain several cells, as lines copied from a spreadsheet do. */
export function isTable(names: readonly { value: string }[]): boolean {
  const first = names.slice(0, 50);
  return first.length > 0 && first.filter(({ value }) => /\t|[,;].*\S/.test(value)).length > first.length / 2;
}
