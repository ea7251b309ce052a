/** Cut to what a call takes, and as every database can hold it: no NUL, no half of an emoji where it was cut. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}
