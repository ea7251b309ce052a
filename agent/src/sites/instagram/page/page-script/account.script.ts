import type { Locators } from '../locators.ts';
import { handleOf } from './chat.script.ts';

/* Run inside the page: see elements.script.ts. */

export function usernameIn(viewer: unknown): string | null {
  const data = typeof viewer === 'object' && viewer !== null && 'data' in viewer ? viewer.data : null;
  const name = typeof data === 'object' && data !== null && 'username' in data ? data.username : null;
  return typeof name === 'string' && name !== '' ? name.toLowerCase() : null;
}

/** Searches the page's initial data for the entry about the signed-in account. */
export function findViewer(part: unknown, key: string): string | null {
  if (typeof part !== 'object' || part === null) return null;
  const entries: unknown[] = Object.values(part);
  if (Array.isArray(part) && entries[0] === key) return usernameIn(entries[2]);
  for (const entry of entries) {
    const found = findViewer(entry, key);
    if (found !== null) return found;
  }
  return null;
}

export function viewerIn(script: Element, key: string): string | null {
  const text = script.textContent ?? '';
  if (!text.includes(`"${key}"`)) return null;
  try {
    return findViewer(JSON.parse(text), key);
  } catch {
    // The page is still loading, so the script is incomplete.
    return null;
  }
}

/** The signed-in account, by the page's initial data or else by the navigation link with a picture. */
export function readAccount(locators: Locators): string | null {
  for (const script of document.querySelectorAll(locators.pageData)) {
    const viewer = viewerIn(script, locators.viewerKey);
    if (viewer !== null) return viewer;
  }
  const links = [...document.querySelectorAll(locators.navigationLink)].filter(
    (link) => link.querySelector('img') !== null,
  );
  const handles = new Set(links.map(handleOf).filter((handle) => handle !== null));
  return handles.size === 1 ? ([...handles][0] ?? null) : null;
}
