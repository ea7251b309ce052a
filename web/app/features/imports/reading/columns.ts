import { isColumnHeader, normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import { variableNameOf } from '@sandpiper/contract/list-variables';
import type { RawRow } from './raw-rows.ts';

/* Guesses what a table's columns contain, based on its first rows. */

/** Headers of username columns, lowercase and without spaces or punctuation. */
const userHeaders =
  /^(ig|insta|instagram|social)?(user|users|username|usernames|handle|handles|account|accounts|profile|profiles|instagram|insta|ig|benutzername|nutzername|usuario|nomedeusuario|utilisateur|nomutilisateur|pseudo|nomeutente|gebruikersnaam)(name|url|link|handle|address|id)?$/;
/** Headers of columns that often appear next to a username column, but rarely contain usernames. */
const otherHeaders =
  /^(first|last|full|sur|company)?(name|names|city|town|country|region|email|mail|phone|followers|following|posts|note|notes|comment|category|bio|website|date|added|language|vorname|nachname|stadt|ort|land|nombre|apellido|ciudad|pais|prenom|nom|ville|pays|cidade|nome|citta|paese)$/;

const plain = (header: string) =>
  variableNameOf(header)?.replaceAll('_', '') ?? header.toLowerCase().replaceAll(/\W/g, '');
const isUserHeader = (cell: string) => cell.length <= 40 && (isColumnHeader(cell) || userHeaders.test(plain(cell)));
const isOtherHeader = (cell: string) => cell.length <= 40 && otherHeaders.test(plain(cell));
export const isKnownHeader = (cell: string) => isUserHeader(cell) || isOtherHeader(cell);

/** How many rows to search for the header. The header isn't always the first row, because some tables have a title above it. */
export const headerRowsMax = 10;

/** Returns the line number of the header row, or null if there is none. */
export function guessHeaderLine(rows: readonly RawRow[]): number | null {
  const named = rows
    .slice(0, headerRowsMax)
    .find((row, index) => isNamedHeader(row, { above: rows.slice(0, index), below: rows.slice(index + 1) }));
  if (named !== undefined) return named.line;
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) return null;
  const isValue = valuesAmong(rest, first);
  if (first.cells.some((cell, column) => isOtherHeader(cell) && !isValue(cell, column))) return first.line;
  const people = guessUsernameColumn(rest, null);
  const above = people === null ? '' : (first.cells[people] ?? '');
  return above !== '' && !isUsername(above) ? first.line : null;
}

type Surroundings = { above: readonly RawRow[]; below: readonly RawRow[] };

/**
 * Returns whether a row contains the header of a username column. A word such as "Instagram" can also be a value, for example in a
 * "Platform" column. In that case, the word repeats in the rows below, or the rows above contain usernames.
 */
function isNamedHeader(row: RawRow, { above, below }: Surroundings): boolean {
  const { cells } = row;
  const isValue = valuesAmong(below, row);
  const mayBePerson = (other: RawRow) => filledIn(other.cells) >= filledIn(cells) && other.cells.some(isUsername);
  // If there is only one column, a title above the header, such as "Customers", looks like a username.
  const titles = filledIn(cells) === 1 ? 1 : 0;
  return (
    cells.some((cell, column) => isUserHeader(cell) && !isValue(cell, column)) &&
    !cells.some(isSurelyPerson) &&
    above.filter(mayBePerson).length <= titles
  );
}

/** Returns a function that checks whether a cell of the row `header` repeats in the same column of a row below, as a value would. */
function valuesAmong(below: readonly RawRow[], header: RawRow): (cell: string, column: number) => boolean {
  // Ignore rows that repeat the whole header, because they come from files that were joined together with their headers.
  const others = below.filter((row) => row.cells.join('\n') !== header.cells.join('\n'));
  return (cell, column) => others.some((row) => row.cells[column] === cell);
}

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length;
const isUsername = (cell: string) => usernameProblem(normalizeUsername(cell)) === null;

function isSurelyPerson(cell: string): boolean {
  return /^@|instagram\.com\//i.test(cell) && isUsername(cell);
}

const sampled = 200;
const enough = 0.6;

/** Returns the index of the username column, or null if no column looks like one. */
export function guessUsernameColumn(rows: readonly RawRow[], headerLine: number | null): number | null {
  const people = rows.filter(({ line }) => headerLine === null || line > headerLine).slice(0, sampled);
  const header = rows.find(({ line }) => line === headerLine)?.cells ?? [];
  const width = Math.max(0, header.length, ...people.map(({ cells }) => cells.length));
  let best: number | null = null;
  let bestScore = enough;
  for (let column = 0; column < width; column += 1) {
    const cells = people.map((row) => row.cells[column] ?? '').filter((cell) => cell !== '');
    const score = scoreOf(cells, people.length) + headerScore(header[column] ?? '', cells);
    if (score <= bestScore) continue;
    best = column;
    bestScore = score;
  }
  if (best === null && width === 1 && people.some(({ cells }) => isUsername(cells[0] ?? ''))) return 0;
  return best;
}

function headerScore(header: string, cells: readonly string[]): number {
  if (isColumnHeader(header)) return 3;
  return isUserHeader(header) && cells.some(isUsername) ? 2 : 0;
}

/** Rates how much a column's cells look like usernames, from 0 to 3. A column with a score above `enough` probably contains usernames. */
function scoreOf(cells: readonly string[], rows: number): number {
  if (cells.length === 0) return 0;
  const likeness = cells.reduce((sum, cell) => sum + usernameScore(cell), 0) / cells.length;
  const different = new Set(cells).size / cells.length;
  return likeness * different * Math.min(1, (cells.length / rows) * 2);
}

export const isCapitalizedWord = (cell: string) => /^\p{Lu}\p{Ll}+$/u.test(cell);

function usernameScore(cell: string): number {
  if (!isUsername(cell)) return 0;
  if (isSurelyPerson(cell)) return 3;
  if (/^[\d.]+$/.test(cell)) return 0.2;
  // A capitalized word is more likely to be a first name or a place than a username.
  return isCapitalizedWord(cell) ? 0.5 : 1;
}

/** Returns the number of cells in the longest row. */
export function widthOf(rows: readonly RawRow[]): number {
  return Math.max(0, ...rows.map(({ cells }) => cells.length));
}
