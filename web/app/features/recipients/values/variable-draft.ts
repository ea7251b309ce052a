import { variableNameOf, variableNameProblem } from '@sandpiper/contract/list-variables';
import type { WantedVariables } from './values.queries.ts';
import { valuesTexts } from './values.texts.ts';

/** A row of the form: an existing variable or a new one. */
export type DraftVariable = {
  key: number;
  name: string;
  /** The variable as saved on the server, with the number of people who have a value for it. Null for a new variable. */
  stored: { name: string; people: number } | null;
  isRemoved: boolean;
};

/** Returns the rows that will be saved. Omits removed rows and new rows without a name. */
function keptOf(draft: readonly DraftVariable[]): DraftVariable[] {
  return draft.filter(({ name, stored, isRemoved }) => !isRemoved && (stored !== null || name.trim() !== ''));
}

/** Converts a typed name to a valid variable name, if possible: "First name" becomes `first_name`. */
export function tidyName(typed: string): string {
  return variableNameOf(typed.trim()) ?? typed.trim();
}

/** Returns the error messages for the rows that will be saved, by row key. */
export function problemsIn(draft: readonly DraftVariable[]): Map<number, string> {
  const { twice, beingRemoved } = valuesTexts.variables;
  const kept = keptOf(draft).map((row) => ({ ...row, name: tidyName(row.name) }));
  const problemOf = ({ key, name }: DraftVariable) => {
    if (kept.some((other) => other.key < key && other.name === name)) return twice;
    // The server would see a variable that was neither removed nor added, and keep its values.
    if (draft.some(({ isRemoved, stored }) => isRemoved && stored?.name === name)) return beingRemoved;
    return variableNameProblem(name);
  };
  const problems = new Map<number, string>();
  for (const row of kept) {
    const problem = problemOf(row);
    if (problem !== null) problems.set(row.key, problem);
  }
  return problems;
}

/**
 * Returns the variables to save. `current` contains the names of the list's current variables. Changes that were made elsewhere since the
 * user started editing are kept: added variables stay, and variables that were renamed or removed don't come back.
 */
export function wantedOf(draft: readonly DraftVariable[], current: readonly string[]): WantedVariables {
  const kept = keptOf(draft).flatMap(({ name: typed, stored }) => {
    const name = tidyName(typed);
    if (stored === null) return [{ name }];
    if (stored.name !== name) return [{ name, rename_from: stored.name }];
    return current.includes(name) ? [{ name }] : [];
  });
  const known = new Set([...draft.map(({ stored }) => stored?.name), ...kept.map(({ name }) => name)]);
  return [...kept, ...current.filter((name) => !known.has(name)).map((name) => ({ name }))];
}

/** Returns how many values would be deleted together with the removed variables. */
export function valuesRemoved(draft: readonly DraftVariable[]): number {
  return draft.reduce((sum, { stored, isRemoved }) => sum + (isRemoved ? (stored?.people ?? 0) : 0), 0);
}

export function isChanged(draft: readonly DraftVariable[]): boolean {
  return draft.some(
    ({ name, stored, isRemoved }) => isRemoved || (stored === null ? name !== '' : stored.name !== name),
  );
}
