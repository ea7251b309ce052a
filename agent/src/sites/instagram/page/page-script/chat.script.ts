import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { includesAny, isVisible, plain, readText, wordsOf } from './elements.script.ts';

/* Run inside the page: see elements.script.ts. */

export function composersIn(root: ParentNode, locators: Locators, texts: SiteTexts): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const selector of locators.composers) {
    for (const element of root.querySelectorAll<HTMLElement>(selector)) {
      const isOther =
        element instanceof HTMLTextAreaElement && !texts.composer.some((name) => element.placeholder.startsWith(name));
      if (isVisible(element) && !isOther && !found.includes(element)) found.push(element);
    }
  }
  return found;
}

/** The lists of messages, by the first form that fits, or else by a label in the page's language. */
export function messageLists(locators: Locators, texts: SiteTexts): Element[] {
  const isLabelled = (list: Element): boolean =>
    includesAny(list.getAttribute('aria-label') ?? '', texts.conversationLabel);
  for (const selector of locators.lists) {
    const found = [...document.querySelectorAll(selector)].filter(isVisible);
    if (found.length > 0) return found;
  }
  return [...document.querySelectorAll('[aria-label]')].filter((list) => isVisible(list) && isLabelled(list));
}

/** The panel of the conversation that contains an element. */
export function chatRootOf(start: Element): Element {
  let root = start;
  for (let up = root.parentElement; up !== null; up = root.parentElement) {
    const isTooMuch = up === document.body || up.matches('main, [role="main"]');
    if (isTooMuch || up.querySelector('nav, [role="navigation"], main, [role="main"]') !== null) break;
    root = up;
  }
  return root;
}

export function handleOf(link: Element): string | null {
  const { origin, pathname } = new URL(link.getAttribute('href') ?? '#', location.href);
  if (origin !== location.origin) return null;
  const handle = /^\/([A-Za-z0-9._]{1,30})\/?$/u.exec(pathname)?.[1] ?? null;
  return handle === null || ['explore', 'direct', 'reels', 'accounts', 'stories'].includes(handle)
    ? null
    : handle.toLowerCase();
}

/**
 * The people in the conversation, by the links in its header. Links beside messages only show who wrote them: a group in
 * which one person wrote would look like a conversation with that person.
 */
export function handlesOf(root: Element, list: Element | null): string[] {
  const isInHead = (link: Element): boolean =>
    list === null ? !link.hasAttribute('aria-label') : !list.contains(link);
  const handles = [...root.querySelectorAll('a[href]')].filter(isInHead).map(handleOf);
  return [...new Set(handles.filter((handle) => handle !== null))];
}

/** The other person's messages have a labeled link to their profile. A preview of a linked page is a link as well. */
export function isTheirs(row: Element, handles: readonly string[]): boolean {
  return [...row.querySelectorAll('a[aria-label]')].some((link) => {
    const handle = handleOf(link);
    return handle !== null && (handles.length === 0 || handles.includes(handle));
  });
}

/** The largest element around this message that contains no other message. */
export function rowOf(bubble: Element, list: Element, selector: string): Element {
  let row = bubble;
  for (let up = row.parentElement; up !== null && up !== list; up = row.parentElement) {
    if ([...up.querySelectorAll(selector)].some((other) => !row.contains(other) && other !== row)) break;
    row = up;
  }
  return row;
}

/** The list, or the closest element around the list and a bubble outside it. */
export function boundaryOf(bubble: Element, list: Element): Element {
  let boundary = list;
  while (!boundary.contains(bubble) && boundary.parentElement !== null) boundary = boundary.parentElement;
  return boundary;
}

export function readMessages(root: Element, list: Element, locators: Locators, texts: SiteTexts) {
  const bubbles = [...root.querySelectorAll(locators.bubbles)].filter((bubble) => isVisible(bubble));
  const handles = handlesOf(root, list);
  return bubbles.map((bubble) => {
    const row = rowOf(bubble, boundaryOf(bubble, list), locators.bubbles);
    const drawn = [...row.querySelectorAll('svg[aria-label]')];
    const labels = drawn.map((svg) => svg.getAttribute('aria-label') ?? '');
    const besides = [...row.querySelectorAll('*')]
      .filter((part) => part.childElementCount === 0 && !bubble.contains(part))
      .map((part) => plain(part.textContent ?? '').toLowerCase());
    return {
      text: readText(bubble),
      isOwn: !isTheirs(row, handles),
      isFailed: labels.some((label) => includesAny(label, texts.failedToSend)),
      isSending: texts.sending.some((name) => besides.includes(name.toLowerCase())),
      /** Labels of icons beside it, without buttons. */
      marks: labels.filter(
        (_label, at) =>
          !bubble.contains(drawn[at] ?? null) && drawn[at]?.closest('a, button, [role="button"]') === null,
      ),
    };
  });
}

/** Lines of the list that are not messages. `isNewest`: only those after the newest message, outside links and buttons. */
export function readNotices(list: Element, selector: string, isNewest = false): string[] {
  const newest = isNewest ? [...list.querySelectorAll(selector)].filter(isVisible).at(-1) : undefined;
  const isAfter = (line: Element): boolean =>
    newest !== undefined &&
    line.closest('a, button, [role="button"]') === null &&
    (newest.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return [...list.querySelectorAll('[dir="auto"]')]
    .filter((line) => line.closest(selector) === null && line.querySelector(selector) === null && isVisible(line))
    .filter((line) => !isNewest || isAfter(line))
    .map(wordsOf)
    .filter((line) => line !== '');
}

export function composerText(composer: HTMLElement): string {
  if (composer instanceof HTMLTextAreaElement) return composer.value;
  return [...composer.childNodes].map(readText).join('').replace(/\n$/u, '').replaceAll('\u00a0', ' ');
}

/** A list without a known name: the largest element around the messages without the composer and the header's link. */
export function listAround(root: Element, composer: Element | null, selector: string): Element | null {
  const bubble = [...root.querySelectorAll(selector)].find(isVisible);
  if (bubble === undefined || composer === null) return null;
  const isHead = (link: Element): boolean => handleOf(link) !== null && !link.hasAttribute('aria-label');
  let list = bubble;
  for (let up = list.parentElement; up !== null && up !== root; up = up.parentElement) {
    if (up.contains(composer) || [...up.querySelectorAll('a[href]')].some(isHead)) break;
    list = up;
  }
  return list;
}

/** Every open conversation, docked or full page. */
export function findChats(locators: Locators, texts: SiteTexts) {
  const composers = composersIn(document, locators, texts);
  const lists = messageLists(locators, texts);
  const roots = [...new Set([...lists, ...composers].map(chatRootOf))];
  return roots.map((root) => {
    const composer = composers.find((each) => root.contains(each)) ?? null;
    const list = lists.find((each) => root.contains(each)) ?? listAround(root, composer, locators.bubbles);
    return { root, list, composer };
  });
}
