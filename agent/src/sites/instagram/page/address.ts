function pathOf(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return '';
  }
}

/**
 * Whether the URL's path matches. Patterns must match whole path segments, because a handle such as `challengemtv` may start like
 * one of the site's own paths.
 */
export function isAt(url: string, path: RegExp): boolean {
  return path.test(pathOf(url));
}

/** Whether this is the URL of the home page, which shows the feed or, if nobody is signed in, the sign-in form. */
export function isHomeAddress(url: string): boolean {
  return isAt(url, /^\/$/u);
}

export function isLoginAddress(url: string): boolean {
  return isAt(url, /^\/accounts\/login\/?$/u);
}

/**
 * The paths of the sign-in form. A password field alone doesn't identify the form, because other pages, such as the sign-up page,
 * have a password field too.
 */
const formPath = /^\/(accounts\/login\/?)?$/u;

/** Whether this is the URL of Instagram's own sign-in form. The agent must not type credentials anywhere else. */
export function mayTypeCredentials(base: string, url: string): boolean {
  return isOn(base, url) && isAt(url, formPath);
}

/** Whether this is the URL of the "Save your login info?" page, which may follow a sign-in. */
export function isSaveLoginAddress(url: string): boolean {
  return isAt(url, /^\/accounts\/onetap(\/|$)/u);
}

/** Whether this is the URL of the inbox, a conversation or another page for messages. */
export function isMessagesAddress(url: string): boolean {
  return isAt(url, /^\/direct(\/|$)/u);
}

/** Whether this is the URL of a conversation. */
export function isThreadAddress(url: string): boolean {
  return isAt(url, /^\/direct\/t\/./u);
}

/** Whether this is the URL of the person's profile. Handles are in lower case, but URLs can contain upper case. */
export function isProfileAddress(url: string, handle: string): boolean {
  return pathOf(url).replace(/\/$/u, '').toLowerCase() === `/${handle}`;
}

export function isStoriesAddress(url: string): boolean {
  return isAt(url, /^\/stories(\/|$)/u);
}

export function isOn(base: string, url: string): boolean {
  try {
    return new URL(url).origin === new URL(base).origin;
  } catch {
    return false;
  }
}
