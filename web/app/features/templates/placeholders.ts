/** The names that a template may use in braces. */
const templateVariables = ['username'] as const;

/** Placeholders that are not replaced, each once, as written. */
export function unknownPlaceholders(content: string): string[] {
  const known: readonly string[] = templateVariables;
  const names = [...content.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => !known.includes(name)).map((name) => `{${name}}`);
}

/** The text with `{username}` instead of the selection, and the new position of the caret. */
export function insertPlaceholder(content: string, start: number, end: number): { content: string; caret: number } {
  const placeholder = '{username}';
  return { content: content.slice(0, start) + placeholder + content.slice(end), caret: start + placeholder.length };
}
