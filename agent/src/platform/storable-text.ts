/** Makes a text storable in PostgreSQL, which rejects NUL and half of a surrogate pair, and truncates it to `maxLength`. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}
