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

/** Invisible marks that spreadsheets and chat apps copy along with a name. */
const invisibleMarks = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** An address on Instagram, with or without `https://` and a path. */
const siteAddress = /^(?:https?:\/\/)?(?:[a-z]+\.)?(?:instagram\.com|instagr\.am)(?:[/?#]|$)/;
/** Parts of an address after the username that lead to one post instead of to the person. */
const postPaths: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv']);
/** An address that is longer leads to no person. */
const longestAddress = 2000;

/**
 * Reads a person as files and people name them: `name`, `@name` or the address of their page. Returns the username in
 * lower case; from anything else, a text to which {@link usernameProblem} objects.
 */
export function normalizeUsername(value: string): string {
  const text = value.length > longestAddress ? value : value.replaceAll(invisibleMarks, '');
  const name = text.trim().replace(/^@/, '').toLowerCase();
  const address = name.length > longestAddress ? null : siteAddress.exec(name);
  return address === null ? name : ownerOf(name.slice(address[0].length - 1));
}

/** Whose page an address leads to; `path`: its part from the slash on. */
function ownerOf(path: string): string {
  const [pathname = ''] = path.split(/[?#]/, 1);
  const parts = pathname.startsWith('/') ? pathname.split('/').filter((part) => part !== '') : [];
  const [first, second] = parts[0] === '_u' ? parts.slice(1) : parts;
  if (first === undefined) return 'instagram.com/';
  return second !== undefined && postPaths.has(second) ? second : first.replace(/^@/, '');
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

/** What stands in the place of a username after the person was forgotten. */
export const forgottenName = '(forgotten)';
