import { useSearchParams } from 'react-router';
import { idOf, useChangeParams } from './url-values.ts';

/** A page of a table with cursor pagination: the rows before or after the row with the given ID, or the first page if no ID is given. */
export type Cursor = { before?: number; after?: number };

/** Returns the cursor in the URL and a function that navigates to another page. */
export function useCursor() {
  const [params] = useSearchParams();
  const change = useChangeParams();
  const before = idOf(params.get('before'));
  const after = idOf(params.get('after'));
  const cursor: Cursor = before !== undefined ? { before } : after !== undefined ? { after } : {};
  return { cursor, turn: (to: Cursor) => change({ before: to.before, after: to.after }) };
}
