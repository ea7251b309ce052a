import { useParams, useSearchParams } from 'react-router';

/* Reads and changes values in the URL. They can contain anything. */

/** Parses an ID. Returns undefined if the text isn't a valid ID. */
export function idOf(text: string | null | undefined): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined;
}

/** Returns the ID in the page's path, or undefined if the path contains no valid ID. */
export function useIdParam(): number | undefined {
  return idOf(useParams()['id']);
}

/** Returns the text if it has the format of a date such as `2026-11-21`, otherwise undefined. */
export function dayOf(text: string): string | undefined {
  return /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) ? text : undefined;
}

/**
 * Returns a function that changes query parameters without adding an entry to the browser's history. An undefined or empty value removes
 * the parameter.
 */
export function useChangeParams() {
  const [, setParams] = useSearchParams();
  return (changes: Readonly<Record<string, string | number | undefined>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') after.delete(name);
          else after.set(name, String(value));
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
}
