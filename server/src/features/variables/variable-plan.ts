import { fieldError } from '../../platform/http/app-error.ts';

export type WantedVariable = { name: string; rename_from?: string | undefined };

export type VariablePlan = {
  /** The resulting variable names, in order. */
  variables: string[];
  renamed: { from: string; to: string }[];
  removed: string[];
};

/**
 * Returns the changes needed to give a list the requested variables. Throws `validation_failed` if a variable to rename doesn't exist,
 * or if the changes contradict each other or would mix up values.
 */
export function planOf(current: readonly string[], wanted: readonly WantedVariable[]): VariablePlan {
  const variables = wanted.map(({ name }) => name);
  const renamed = wanted.flatMap(({ name, rename_from: from }) =>
    from === undefined || from === name ? [] : [{ from, to: name }],
  );
  for (const name of variables) {
    if (variables.indexOf(name) !== variables.lastIndexOf(name)) throw fieldError(name, `{${name}} appears twice.`);
  }
  for (const [index, { from, to }] of renamed.entries()) {
    if (!current.includes(from)) throw fieldError(to, `This list has no variable {${from}} to rename.`);
    // Swapping names, or renaming to a name that is being removed, would mix up the values.
    if (current.includes(to)) throw fieldError(to, `This list already has a variable {${to}}.`);
    const isTaken = variables.includes(from) || renamed.findIndex((each) => each.from === from) !== index;
    if (isTaken) throw fieldError(to, `{${from}} can't have two names. Rename it once, or keep it.`);
  }
  const gone = new Set(renamed.map(({ from }) => from));
  return { variables, renamed, removed: current.filter((name) => !variables.includes(name) && !gone.has(name)) };
}
