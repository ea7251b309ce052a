import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';

/* These functions run inside the page (see elements.script.ts). */

export type ChatParts = { root: Element; list: Element | null; composer: Element | null };

export function handleInPath(pathname: string): string | null {
  const handle = /^\/([A-Za-z0-9._]{1,30})\/?$/u.exec(pathname)?.[1] ?? null;
  return handle === null || ['explore', 'direct', 'reels', 'accounts', 'stories'].includes(handle)
    ? null
    : handle.toLowerCase();
}

export function handleOf(link: Element): string | null {
  const { origin, pathname } = new URL(link.getAttribute('href') ?? '#', location.href);
  return origin === location.origin ? handleInPath(pathname) : null;
}

export function hasHeading(link: Element): boolean {
  return link.querySelector('h1, h2, h3, [role="heading"]') !== null;
}

/**
 * Whether an element, such as the sender's picture, belongs to a single message. It does if the smallest element that contains both this
 * element and a message doesn't contain the composer.
 */
export function isBesideMessage(part: Element, composer: Element | null, bubbles: string): boolean {
  let around = part;
  while (around.querySelector(bubbles) === null && around.parentElement !== null) around = around.parentElement;
  return !around.contains(composer);
}

/**
 * Whether the composer has a known label. The field for replying to a story is also next to a link to a person, but has a different
 * label.
 */
export function isNamedComposer(composer: Element | null, texts: SiteTexts): boolean {
  const labels = ['aria-label', 'aria-placeholder', 'placeholder'].map((name) => composer?.getAttribute(name) ?? '');
  return labels.some((label) => texts.composer.some((name) => label.startsWith(name)));
}

/**
 * Returns the links that show who a conversation is with. These links are in the header. On pages without a known header, they are around a
 * heading or, on older pages, anywhere outside the messages. Links next to messages are ignored, because they only show who wrote a
 * message. If they were included, a group in which only one person wrote would look like a conversation with that person. A group's header
 * is a heading without a link.
 */
export function headLinks({ root, list, composer }: ChatParts, locators: Locators, texts: SiteTexts): Element[] {
  const heads = [...root.querySelectorAll(locators.heads)];
  if (heads.length > 0) return heads.flatMap((head) => [...head.querySelectorAll('a[href]')]);
  const isOutside = (part: Element): boolean =>
    list === null ? !isBesideMessage(part, composer, locators.bubbles) : !list.contains(part);
  const links = [...root.querySelectorAll('a[href]')].filter(isOutside);
  const headings = links.filter(hasHeading);
  if (headings.length > 0) return headings;
  const isGroup = [...root.querySelectorAll('h2')].some(
    (heading) => heading.closest('a') === null && isOutside(heading),
  );
  return isGroup || (list === null && !isNamedComposer(composer, texts)) ? [] : links;
}

/** Returns the handles of the people that the conversation's header shows. */
export function handlesOf(parts: ChatParts, locators: Locators, texts: SiteTexts): string[] {
  const handles = headLinks(parts, locators, texts).map(handleOf);
  return [...new Set(handles.filter((handle) => handle !== null))];
}
