import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { idOf } from './url-values.ts';

/** A page of a table with cursor pagination: the rows before or after the row with the given ID, or the first page if no ID is given. */
export type Cursor = { before?: number; after?: number };

/** Returns the cursor in the URL and a function that navigates to another page. */
export function useCursor() {
  const [params, setParams] = useSearchParams();
  const turn = useCallback(
    (to: Cursor) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.delete('before');
          next.delete('after');
          for (const [name, value] of Object.entries(to)) next.set(name, String(value));
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return useMemo(() => {
    const before = idOf(params.get('before'));
    const after = idOf(params.get('after'));
    const cursor: Cursor = before !== undefined ? { before } : after !== undefined ? { after } : {};
    return { cursor, turn };
  }, [params, turn]);
}
