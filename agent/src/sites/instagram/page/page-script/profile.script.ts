import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { buttonsIn, findButton, isVisible, wordsOf } from './elements.script.ts';
import { handleInPath } from './head.script.ts';

/* These functions run inside the page (see elements.script.ts). */

/**
 * Returns the profile's header, but only if the page has that profile's URL. If a profile no longer exists, Instagram may show the feed
 * instead, where posts also have a header with a "…" button.
 */
export function findProfileHeader(handle: string): Element | null {
  if (handleInPath(location.pathname) !== handle) return null;
  const headers = [...document.querySelectorAll('main header, [role="main"] header')];
  return headers.find((header) => header.closest('article') === null) ?? null;
}

/** Reads the profile at the page's URL. */
export function readProfile(locators: Locators, texts: SiteTexts) {
  const handle = handleInPath(location.pathname);
  const header = handle === null ? null : findProfileHeader(handle);
  if (handle === null || header === null) return null;
  return {
    handle,
    hasMessage: findButton(header, locators.button, texts.message) !== null,
    hasOptions: findButton(header, locators.button, texts.options) !== null,
  };
}

/**
 * Whether a link points to a different site. Links to Instagram, Facebook and Meta may be part of a warning, so they are excluded unless
 * they redirect to another site, as `l.instagram.com` does.
 */
export function leadsAway(link: HTMLAnchorElement): boolean {
  const { host } = new URL(link.href);
  const isPassedOn = /^lm?\./u.test(host);
  return host !== location.host && (isPassedOn || !/(^|\.)(instagram|facebook|meta)\.com$/u.test(host));
}

/** Whether a dialog is a profile's list of links, which contains only a heading and links to other sites. */
export function isLinkList(dialog: Element, locators: Locators): boolean {
  const links = [...dialog.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(isVisible);
  const hasWords = buttonsIn(dialog, locators.button).some(
    (button) => wordsOf(button) !== '' && button.closest('a') === null && button.querySelector('a') === null,
  );
  if (handleInPath(location.pathname) === null || hasWords || links.length === 0 || !links.every(leadsAway))
    return false;
  const known = [...dialog.querySelectorAll('h1, h2, [role="heading"]'), ...links].map(wordsOf);
  const rest = known.reduce((text, part) => (part === '' ? text : text.replace(part, ' ')), wordsOf(dialog));
  return rest.trim() === '' && dialog.querySelector('input, textarea, select, [contenteditable="true"]') === null;
}
