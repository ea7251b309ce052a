import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { authorOf } from './author.script.ts';
import { includesAny, isVisible, plain, readText, wordsOf } from './elements.script.ts';
import { handlesOf } from './head.script.ts';

/* These functions run inside the page (see elements.script.ts). */

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

/** Finds the lists of messages: by the first selector that matches or, if no selector matches, by a label in the page's language. */
export function messageLists(locators: Locators, texts: SiteTexts): Element[] {
  const isLabelled = (list: Element): boolean =>
    includesAny(list.getAttribute('aria-label') ?? '', texts.conversationLabel);
  for (const selector of locators.lists) {
    const found = [...document.querySelectorAll(selector)].filter(isVisible);
    if (found.length > 0) return found;
  }
  return [...document.querySelectorAll('[aria-label]')].filter((list) => isVisible(list) && isLabelled(list));
}

/** Returns the largest element around `start` that contains only one conversation. Docked conversations share a larger container. */
export function chatRootOf(start: Element, locators: Locators): Element {
  let root = start;
  for (let up = root.parentElement; up !== null; up = root.parentElement) {
    const isTooMuch = up === document.body || up.matches(`main, [role="main"], ${locators.docks}`);
    if (isTooMuch || up.querySelector('nav, [role="navigation"], main, [role="main"]') !== null) break;
    root = up;
  }
  return root;
}

/** Returns the largest element that contains this message and no other. */
export function rowOf(bubble: Element, list: Element, selector: string): Element {
  let row = bubble;
  for (let up = row.parentElement; up !== null && up !== list; up = row.parentElement) {
    if ([...up.querySelectorAll(selector)].some((other) => !row.contains(other) && other !== row)) break;
    row = up;
  }
  return row;
}

/** Returns the list or, if the message is outside the list, the closest common ancestor of the list and the message. */
export function boundaryOf(bubble: Element, list: Element): Element {
  let boundary = list;
  while (!boundary.contains(bubble) && boundary.parentElement !== null) boundary = boundary.parentElement;
  return boundary;
}

export function readMessages(chat: OpenChat & { list: Element }, locators: Locators, texts: SiteTexts) {
  const { root, list, handles } = chat;
  const bubbles = [...root.querySelectorAll(locators.bubbles)].filter((bubble) => isVisible(bubble));
  return bubbles.map((bubble) => {
    const boundary = boundaryOf(bubble, list);
    const row = rowOf(bubble, boundary, locators.bubbles);
    const drawn = [...row.querySelectorAll('svg[aria-label]')];
    const labels = drawn.map((svg) => svg.getAttribute('aria-label') ?? '');
    const besides = [...row.querySelectorAll('*')]
      .filter((part) => part.childElementCount === 0 && !bubble.contains(part))
      .map((part) => plain(part.textContent ?? '').toLowerCase());
    return {
      text: readText(bubble),
      author: authorOf(bubble, { row, list: boundary, handles }),
      isFailed: labels.some((label) => includesAny(label, texts.failedToSend)),
      isSending: texts.sending.some((name) => besides.includes(name.toLowerCase())),
      /** Labels of the icons next to the message, except those of icons in links and buttons. */
      marks: labels.filter(
        (_label, at) =>
          !bubble.contains(drawn[at] ?? null) && drawn[at]?.closest('a, button, [role="button"]') === null,
      ),
    };
  });
}

/**
 * Returns the lines in the list that aren't part of a message. If `isNewest` is true, returns only the lines that come after the newest
 * message and aren't inside a link or button.
 */
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

/**
 * Finds a list of messages that no selector matches: the largest element that contains a message but neither the composer nor the
 * header.
 */
export function listAround(root: Element, composer: Element | null, locators: Locators): Element | null {
  const bubble = [...root.querySelectorAll(locators.bubbles)].find(isVisible);
  if (bubble === undefined || composer === null) return null;
  let list = bubble;
  for (let up = list.parentElement; up !== null && up !== root; up = up.parentElement) {
    if (up.contains(composer) || up.querySelector(`${locators.heads}, h2`) !== null) break;
    list = up;
  }
  return list;
}

/** An open conversation. `handles`: the people that its header shows. */
export type OpenChat = { root: Element; list: Element | null; composer: HTMLElement | null; handles: string[] };

/** Finds every open conversation, whether docked or full-page. */
export function findChats(locators: Locators, texts: SiteTexts): OpenChat[] {
  const composers = composersIn(document, locators, texts);
  const lists = messageLists(locators, texts);
  const roots = [...new Set([...lists, ...composers].map((part) => chatRootOf(part, locators)))];
  return roots.map((root) => {
    const composer = composers.find((each) => root.contains(each)) ?? null;
    const list = lists.find((each) => root.contains(each)) ?? listAround(root, composer, locators);
    return { root, list, composer, handles: handlesOf({ root, list, composer }, locators, texts) };
  });
}
