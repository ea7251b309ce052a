import type { Locators } from '../pack/page-pack.schema.ts';
import { isVisible } from './elements.script.ts';
import { handleOf } from './head.script.ts';
import { readPageData } from './page-data.script.ts';

/* These functions run inside the page (see elements.script.ts). */

export function usernameIn(viewer: unknown): string | null {
  const data = typeof viewer === 'object' && viewer !== null && 'data' in viewer ? viewer.data : null;
  const name = typeof data === 'object' && data !== null && 'username' in data ? data.username : null;
  return typeof name === 'string' && name !== '' ? name.toLowerCase() : null;
}

/** Returns the signed-in account's handle from the page's initial data or, failing that, from the navigation link with a picture. */
export function readAccount(locators: Locators): string | null {
  const viewers = readPageData(locators, locators.viewerKey).map(usernameIn);
  const viewer = viewers.find((name) => name !== null) ?? null;
  if (viewer !== null) return viewer;
  const links = [...document.querySelectorAll(locators.navigationLink)].filter(
    (link) => link.querySelector('img') !== null,
  );
  const handles = new Set(links.map(handleOf).filter((handle) => handle !== null));
  return handles.size === 1 ? ([...handles][0] ?? null) : null;
}

/** Whether the page has a visible link to the sign-in form. Pages for signed-in accounts have none. */
export function hasLoginLink(): boolean {
  return [...document.querySelectorAll('a[href^="/accounts/login"]')].some(isVisible);
}

/** Whether the page's initial data says that nobody is signed in. */
export function hasNoViewer(locators: Locators): boolean {
  const viewers = readPageData(locators, locators.viewerKey);
  return viewers.length > 0 && viewers.every((viewer) => usernameIn(viewer) === null);
}
