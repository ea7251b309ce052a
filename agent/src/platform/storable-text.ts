/** Cuts a text to the allowed length. PostgreSQL stores no NUL and no half of a surrogate pair. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}
