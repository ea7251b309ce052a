import type { ImportProblem } from '@sandpiper/contract/import-fates';
import { readerProblems } from '@sandpiper/contract/import-fates';
import type { NewImportRow } from '@sandpiper/contract/imports';
import { cleanVariableValue, variableValueMaxLength } from '@sandpiper/contract/list-variables';
import { isColumnHeader, isSitePage, normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import { z } from 'zod';

/** A parsed row of a file, before its fate is decided. */
export type ReadRow = {
  position: number;
  line: number;
  given: string;
  /** Null if the row has a problem. */
  username: string | null;
  variables: Readonly<Record<string, string>> | null;
  problem: ImportProblem | null;
};

/** The format in which rows are stored until the check. The format is compact, because a file can have a million rows. */
const storedSchema = z.array(z.tuple([z.int(), z.string(), z.array(z.string()), z.enum(readerProblems).nullable()]));

export function storedRows(rows: readonly NewImportRow[]): string {
  return JSON.stringify(
    rows.map(({ line, username, values = [], problem = null }) => [line, username, values, problem]),
  );
}

/** In stored rows, replaces usernames that match the pattern. A row whose username is replaced also loses its values. */
export function replaceInRows(stored: string, { pattern, by }: { pattern: RegExp; by: string }): string {
  const rows = storedSchema.parse(JSON.parse(stored));
  return JSON.stringify(
    rows.map(([line, text, values, problem]) =>
      pattern.test(text) ? [line, by, [], problem] : [line, text, values, problem],
    ),
  );
}

const shownLength = 200;

/** Parses stored rows. `position` is the first row's position in the import. */
export function readRows(stored: string, position: number, variables: readonly string[]): ReadRow[] {
  return storedSchema.parse(JSON.parse(stored)).map(([line, text, values, problem], index) => {
    const filled = filledVariables(variables, values);
    const at = position + index;
    const found = problem ?? usernameProblemOf(text, at) ?? (filled === 'too long' ? 'value_too_long' : null);
    return {
      position: at,
      line,
      given: text.slice(0, shownLength).replaceAll('\u0000', '').toWellFormed(),
      username: found === null ? normalizeUsername(text) : null,
      variables: filled === 'too long' ? null : filled,
      problem: found,
    };
  });
}

function usernameProblemOf(text: string, position: number): ImportProblem | null {
  if (position === 0 && isColumnHeader(text)) return 'column_header';
  const name = normalizeUsername(text);
  if (name === '') return 'no_username';
  if (usernameProblem(name) === null) return null;
  return isSitePage(name) ? 'not_a_person' : 'not_a_username';
}

/** Returns the values that aren't empty, by variable name. Returns null if all values are empty, or `too long` if a value is too long. */
function filledVariables(
  names: readonly string[],
  values: readonly string[],
): Readonly<Record<string, string>> | 'too long' | null {
  const filled: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const value = cleanVariableValue(values[index] ?? '');
    if (value.length > variableValueMaxLength) return 'too long';
    if (value !== '') filled.push([name, value]);
  }
  return filled.length === 0 ? null : Object.fromEntries(filled);
}
