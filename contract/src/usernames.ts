/** What an Instagram username is. Free of zod, so that forms and the agent can import it. */

/** Letters, digits, dots and underscores, at most 30, and not dots alone: those would lead to another address. */
export const instagramUsernamePattern = /^(?!\.{1,30}$)[A-Za-z0-9._]{1,30}$/;
export const usernameRule = 'Use letters, digits, dots and underscores, at most 30 characters, and not dots alone';
export const sitePageRule = "This name belongs to one of Instagram's own pages, not to a person.";

/** Addresses that stand where a person's name could stand, and that lead to a page of Instagram's own. */
const sitePages: ReadonlySet<string> = new Set([
  'about',
  'accounts',
  'ajax',
  'api',
  'challenge',
  'checkpoint',
  'consent',
  'developer',
  'direct',
  'directory',
  'emails',
  'explore',
  'graphql',
  'legal',
  'locations',
  'login',
  'logout',
  'nametag',
  'oauth',
  'p',
  'privacy',
  'qr',
  'reel',
  'reels',
  'session',
  'static',
  'stories',
  'terms',
  'tv',
  'web',
]);

/** Reads a recipient as people write it (blanks around, a leading @) and answers the username, lower case. */
export function normalizeUsername(value: string): string {
  return value.trim().replace(/^@/, '').toLowerCase();
}

/** Whether a name is no person's: opened like one, it would lead to a page of Instagram's own. Case does not count. */
export function isSitePage(name: string): boolean {
  return sitePages.has(name.toLowerCase());
}

const columnHeaders: ReadonlySet<string> = new Set(['username', 'user name', 'handle', 'instagram', 'account']);
export const columnHeaderRule = 'This looks like a column header, not a person.';

/** Whether the first line of an import is the header of a column. Quotes, blanks and @ around it do not count. */
export function isColumnHeader(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed.length > 30) return false;
  const word = trimmed.replaceAll(/^["'@\s]+|["'\s]+$/g, '');
  return columnHeaders.has(word.toLowerCase());
}

/** What is wrong with a normalized username; null when nothing is. */
export function usernameProblem(name: string): string | null {
  if (!instagramUsernamePattern.test(name)) return usernameRule;
  return isSitePage(name) ? sitePageRule : null;
}
