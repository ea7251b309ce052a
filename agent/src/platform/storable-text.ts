/** Makes a text storable and cuts it to the allowed length. PostgreSQL can't store NUL or half of a surrogate pair. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}
