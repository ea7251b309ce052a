import { variableNameOf, variableNameProblem } from '@sandpiper/contract/list-variables';
import type { WantedVariables } from './values.queries.ts';
import { valuesTexts } from './values.texts.ts';

/** One row of the form: a variable that is there, or one to add. */
export type DraftVariable = {
  key: number;
  name: string;
  /** Its current name, and how many people have a value; null: it is new. */
  stored: { name: string; people: number } | null;
  isRemoved: boolean;
};

/** The rows that stay. Those to add whose name was left empty don't. */
function keptOf(draft: readonly DraftVariable[]): DraftVariable[] {
  return draft.filter(({ name, stored, isRemoved }) => !isRemoved && (stored !== null || name.trim() !== ''));
}

/** The name as it can be stored: "First name" becomes `first_name`. */
export function tidyName(typed: string): string {
  const name = typed.trim();
  return variableNameProblem(name) === null ? name : (variableNameOf(name) ?? name);
}

/** What is wrong with the rows that stay, by their keys. */
export function problemsIn(draft: readonly DraftVariable[]): Map<number, string> {
  const kept = keptOf(draft).map((row) => ({ ...row, name: tidyName(row.name) }));
  const problems = new Map<number, string>();
  for (const { key, name } of kept) {
    const isTaken = kept.some((other) => other.key < key && other.name === name);
    const problem = isTaken ? valuesTexts.variables.twice : variableNameProblem(name);
    if (problem !== null) problems.set(key, problem);
  }
  return problems;
}

export function wantedOf(draft: readonly DraftVariable[]): WantedVariables {
  return keptOf(draft).map(({ name, stored }) => ({
    name: tidyName(name),
    ...(stored === null || stored.name === tidyName(name) ? {} : { rename_from: stored.name }),
  }));
}

/** How many values are deleted with the variables that go. */
export function valuesRemoved(draft: readonly DraftVariable[]): number {
  return draft.reduce((sum, { stored, isRemoved }) => sum + (isRemoved ? (stored?.people ?? 0) : 0), 0);
}

export function isChanged(draft: readonly DraftVariable[]): boolean {
  return draft.some(
    ({ name, stored, isRemoved }) => isRemoved || (stored === null ? name !== '' : stored.name !== name),
  );
}
