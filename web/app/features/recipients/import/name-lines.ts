/** A name to import and its line, counted from 1. */
export type NameLine = { line: number; value: string };

/** One name per line; blank lines are dropped. */
export function namesIn(text: string): NameLine[] {
  const names: NameLine[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const value = raw.trim();
    if (value !== '') names.push({ line: index + 1, value });
  }
  return names;
}

/** Like {@link namesIn}; for a sheet saved as text, the first column. */
export function namesInFile(fileName: string, text: string): NameLine[] {
  const names = namesIn(text.replace(/^\ufeff/, ''));
  if (!/\.(csv|tsv)$/i.test(fileName)) return names;
  return names
    .map(({ line, value }) => ({ line, value: (value.split(/[,;\t]/)[0] ?? '').replace(/^"|"$/g, '').trim() }))
    .filter(({ value }) => value !== '');
}
