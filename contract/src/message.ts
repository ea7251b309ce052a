/** The variables a template may use between braces. */
export type MessageVariables = Readonly<Record<string, string>>;

/** Fills in `{username}` and other variables; an unknown name in braces stays as written. */
export function renderMessage(content: string, variables: MessageVariables): string {
  return content.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}
