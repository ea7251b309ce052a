function pathOf(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return '';
  }
}

/** Patterns must match whole path segments: a handle such as `challengemtv` begins like one of the site's own pages. */
export function isAt(url: string, path: RegExp): boolean {
  return path.test(pathOf(url));
}

export function isLoginAddress(url: string): boolean {
  return isAt(url, /^\/accounts\/login\/?$/u);
}

/** The sign-in form's two addresses. Other pages have fields for passwords too, such as the one for new accounts. */
const formPath = /^\/(accounts\/login\/?)?$/u;

/** Credentials are typed only on Instagram's own sign-in form, wherever a redirect may have led. */
export function mayTypeCredentials(base: string, url: string): boolean {
  return isOn(base, url) && isAt(url, formPath);
}

/** The page "Save your login info?" after a sign-in. */
export function isSaveLoginAddress(url: string): boolean {
  return isAt(url, /^\/accounts\/onetap(\/|$)/u);
}

/** The inbox and conversations. */
export function isMessagesAddress(url: string): boolean {
  return isAt(url, /^\/direct(\/|$)/u);
}

/** One conversation. */
export function isThreadAddress(url: string): boolean {
  return isAt(url, /^\/direct\/t\/./u);
}

/** Handles have no upper case of their own, but addresses may. */
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
