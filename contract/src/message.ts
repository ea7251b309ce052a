/** The names a template may use between braces. */
export type MessageVariables = Readonly<Record<string, string>>;

/** Fills `{username}` and other variables in; a name in braces that is no variable stays as written. */
export function renderMessage(content: string, variables: MessageVariables): string {
  return content.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}
