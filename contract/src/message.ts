/** The variables a template may use between braces. */
export type MessageVariables = Readonly<Record<string, string>>;

/** Fills in `{username}` and other variables; an unknown name in braces stays as written. */
export function renderMessage(content: string, variables: MessageVariables): string {
  return content.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}

/** The variables that every message knows. */
const messageVariableNames = ['username'] as const;

/** Names in braces that nothing is filled in for, such as `first_name`. They would be sent as written. */
export function unknownPlaceholders(content: string): string[] {
  // Double braces would leave one pair around the value.
  const names = [...content.matchAll(/\{(\{?[^{}\n]*\}?)\}/g)].flatMap(([, name]) => name ?? []);
  return [...new Set(names)].filter((name) => !messageVariableNames.some((known) => known === name));
}

/** A web address, or a name that Instagram turns into a link, such as `example.com`. */
export function hasLink(content: string): boolean {
  return /https?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|info|biz|io|co|ai|app|dev|me|ly|tv|gg|bio|link|page|site|online|shop|store|studio|art|design|xyz|eu|de|at|ch|fr|es|pt|it|nl|uk|br|kr|jp|ca|au|us)\b(?!@)/i.test(
    content.replace(/\{\w+\}/g, ' '),
  );
}
