/* The rules for Instagram usernames. This file doesn't depend on zod, so forms and the agent can import it. */

/**
 * At most 30 letters, digits, dots and underscores. Instagram doesn't allow a dot at the beginning or end, nor two dots in a row. `mara.`,
 * for example, is probably the end of a sentence about `mara`. Databases may contain such names from before this rule existed.
 */
export const instagramUsernamePattern = /^(?=.{1,30}$)[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;
export const usernameRule =
  'Use up to 30 letters, digits, underscores and single dots, without a dot at the beginning or end';
export const sitePageRule = "This username belongs to one of Instagram's own pages, not to a person.";

/** Paths that look like usernames but lead to Instagram's own pages. */
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
/** Matches the beginning of an Instagram URL, with or without `https://`. */
const siteAddress = /^(?:https?:\/\/)?(?:[a-z]+\.)?(?:instagram\.com|instagr\.am)(?:[/?#]|$)/;
/** Path segments that follow the username in the URL of a single post. Such a URL doesn't lead to the person. */
const postPaths: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv']);
/** The maximum number of characters in a string that is parsed as a URL. */
const longestAddress = 2000;

/**
 * Normalizes a username written as `name`, `@name` or a profile URL. Returns the username in lower case. Anything else becomes a
 * string that {@link usernameProblem} rejects.
 */
export function normalizeUsername(value: string): string {
  const text = value.length > longestAddress ? value : value.replaceAll(invisibleMarks, '');
  const name = text.trim().replace(/^@/, '').toLowerCase();
  const address = name.length > longestAddress ? null : siteAddress.exec(name);
  return address === null ? name : ownerOf(name.slice(address[0].length - 1));
}

/** Returns the username in the path of a profile URL. For other paths, returns a name that {@link usernameProblem} rejects. */
function ownerOf(path: string): string {
  const [pathname = ''] = path.split(/[?#]/, 1);
  const parts = pathname.startsWith('/') ? pathname.split('/').filter((part) => part !== '') : [];
  const [first, second, third] = parts[0] === '_u' ? parts.slice(1) : parts;
  if (first === undefined) return 'instagram.com/';
  // A path with only two parts leads to a tab of the profile, such as `/rosa/reels/`. For a post, the third part is the post's ID.
  const isPost = second !== undefined && third !== undefined && postPaths.has(second);
  return isPost ? second : first.replace(/^@/, '');
}

/** Checks whether a name leads to one of Instagram's own pages instead of a person. Ignores case. */
export function isSitePage(name: string): boolean {
  return sitePages.has(name.toLowerCase());
}

const columnHeaders: ReadonlySet<string> = new Set(['username', 'user name', 'handle', 'instagram', 'account']);
export const columnHeaderRule = 'This looks like a column header, not a person.';

/** Checks whether a line is a column header instead of a username. Ignores quotes and spaces around the header, and any @ before it. */
export function isColumnHeader(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed.length > 30) return false;
  const word = trimmed.replaceAll(/^["'@\s]+|["'\s]+$/g, '');
  return columnHeaders.has(word.toLowerCase());
}

/** Returns the URL of a person's page on Instagram. */
export function instagramUrl(username: string): string {
  return `https://www.instagram.com/${username}/`;
}

/** Returns what is wrong with a normalized username, or null if it is valid. */
export function usernameProblem(name: string): string | null {
  if (!instagramUsernamePattern.test(name)) return usernameRule;
  return isSitePage(name) ? sitePageRule : null;
}
