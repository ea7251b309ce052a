function pathOf(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return '';
  }
}

/** Patterns must match whole path segments, because a handle such as `challengemtv` starts like one of the site's own pages. */
export function isAt(url: string, path: RegExp): boolean {
  return path.test(pathOf(url));
}

export function isLoginAddress(url: string): boolean {
  return isAt(url, /^\/accounts\/login\/?$/u);
}

/** The two paths of the sign-in form. Its password field doesn't identify it, because other pages, such as the sign-up page, have one. */
const formPath = /^\/(accounts\/login\/?)?$/u;

/** Whether the page is Instagram's own sign-in form. Credentials must not be typed anywhere else. */
export function mayTypeCredentials(base: string, url: string): boolean {
  return isOn(base, url) && isAt(url, formPath);
}

/** Whether this is the "Save your login info?" page, which may follow a sign-in. */
export function isSaveLoginAddress(url: string): boolean {
  return isAt(url, /^\/accounts\/onetap(\/|$)/u);
}

/** Whether this is the inbox or a conversation. */
export function isMessagesAddress(url: string): boolean {
  return isAt(url, /^\/direct(\/|$)/u);
}

/** Whether this is a conversation. */
export function isThreadAddress(url: string): boolean {
  return isAt(url, /^\/direct\/t\/./u);
}

/** Whether this is the person's profile. Handles are in lower case, but addresses may not be. */
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
