/** A LIKE pattern that finds the text anywhere; its own wildcards are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
