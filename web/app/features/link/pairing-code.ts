/** Formats a typed code the way the agent displays it: `bcdf ghjk` becomes `BCDF-GHJK`. */
export function tidyCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
