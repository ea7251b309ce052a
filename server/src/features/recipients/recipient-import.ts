import { setImmediate } from 'node:timers/promises';
import { bulkRejectsShown } from '@sandpiper/contract/limits';
import type { BulkImportResult } from '@sandpiper/contract/recipients';
import { columnHeaderRule, isColumnHeader, normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';

/** The result of reading a pasted column of names, before the names are compared with the list. */
export type SortedNames = {
  /** The distinct names, in the given order. */
  names: string[];
  repeated: number;
  invalid: number;
  rejected: BulkImportResult['rejected'];
};

const namesPerBatch = 5000;
const shownLength = 200;

/**
 * Reads pasted names. Skips blank lines. Rejects invalid names. Also rejects the first nonblank line if it looks like a column header.
 * Regularly yields to other requests.
 */
export async function sortNames(given: readonly string[]): Promise<SortedNames> {
  const names = new Set<string>();
  const sorted: Omit<SortedNames, 'names'> = { repeated: 0, invalid: 0, rejected: [] };
  let isFirst = true;
  for (const [index, value] of given.entries()) {
    if (index % namesPerBatch === namesPerBatch - 1) await setImmediate();
    const name = normalizeUsername(value);
    if (name === '') continue;
    const reason = isFirst && isColumnHeader(value) ? columnHeaderRule : usernameProblem(name);
    isFirst = false;
    if (reason !== null) {
      sorted.invalid += 1;
      if (sorted.rejected.length < bulkRejectsShown) {
        sorted.rejected.push({ line: index + 1, value: value.slice(0, shownLength), reason });
      }
    } else if (names.has(name)) sorted.repeated += 1;
    else names.add(name);
  }
  return { names: [...names], ...sorted };
}
