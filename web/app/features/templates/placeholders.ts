/** What a template may use between braces. */
const templateVariables = ['username'] as const;

/** Names in braces that nothing fills in, each once, as written. */
export function unknownPlaceholders(content: string): string[] {
  const known: readonly string[] = templateVariables;
  const names = [...content.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => !known.includes(name)).map((name) => `{${name}}`);
}

/** The text with `{username}` put in the place of what is marked, and where the caret belongs after it. */
export function insertPlaceholder(content: string, start: number, end: number): { content: string; caret: number } {
  const placeholder = '{username}';
  return { content: content.slice(0, start) + placeholder + content.slice(end), caret: start + placeholder.length };
}
