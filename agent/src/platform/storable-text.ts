/** Makes a string storable in PostgreSQL, which rejects NUL characters and lone surrogates. Also truncates it to `maxLength`. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}
