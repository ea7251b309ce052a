/** The rules for Instagram usernames. Free of zod, so that forms and the agent can import them. */

/** Letters, digits, dots and underscores, at most 30. Dots alone would lead to another address. */
export const instagramUsernamePattern = /^(?!\.{1,30}$)[A-Za-z0-9._]{1,30}$/;
export const usernameRule = 'Use up to 30 letters, digits, dots and underscores, and not only dots';
export const sitePageRule = 'This is an Instagram page, not a person.';

/** Paths in the place of a username that lead to Instagram's own pages. */
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

/** Reads a recipient as people write it (with spaces or a leading @) and returns the username in lower case. */
export function normalizeUsername(value: string): string {
  return value.trim().replace(/^@/, '').toLowerCase();
}

/** Whether a name leads to one of Instagram's own pages instead of a person. Case doesn't matter. */
export function isSitePage(name: string): boolean {
  return sitePages.has(name.toLowerCase());
}

const columnHeaders: ReadonlySet<string> = new Set(['username', 'user name', 'handle', 'instagram', 'account']);
export const columnHeaderRule = 'This looks like a column header, not a person.';

/** Whether the first line of an import is a column header. Quotes, spaces and @ around it don't matter. */
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
