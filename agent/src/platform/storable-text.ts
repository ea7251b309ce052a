/** Cut to what a call takes, and as every database can hold it: no NUL, no half of an emoji where it was cut. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}

/** A reason and its sentence, as the server takes them. */
export function storableGate({ reason, detail }: { reason: string; detail: string }): {
  reason: string;
  detail: string;
} {
  return { reason: storableText(reason, 100), detail: storableText(detail, 1000) };
}
