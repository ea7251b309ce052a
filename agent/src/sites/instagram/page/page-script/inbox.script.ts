import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { messageLists } from './chat.script.ts';
import { isVisible, wordsOf } from './elements.script.ts';
import { handleOf } from './head.script.ts';

/* These functions run inside the page (see elements.script.ts). */

export function findInboxList(locators: Locators): Element | null {
  for (const selector of locators.inboxLists) {
    const list = document.querySelector(selector);
    if (list !== null) return list;
  }
  return null;
}

export function inboxRowsIn(list: Element, locators: Locators): Element[] {
  return [...list.querySelectorAll(locators.inboxRows)].filter(isVisible);
}

/** Returns the display name that the row shows. The row doesn't show the handle. */
export function nameOfRow(row: Element): string {
  return (row.querySelector('[title]')?.getAttribute('title') ?? wordsOf(row)).slice(0, 300);
}

/** Whether the row may be unread. One sign is enough, because the agent must not open a conversation that may be unread. */
export function isUnreadRow(row: Element, locators: Locators): boolean {
  const name = row.querySelector('[title]');
  const isBold = name !== null && Number(getComputedStyle(name).fontWeight) >= 600;
  return isBold || row.querySelector(locators.unreadRow) !== null;
}

/** Reads the first 50 rows of the inbox. Returns null if the page has no list of conversations. */
export function readInbox(locators: Locators) {
  const list = findInboxList(locators);
  if (list === null) return null;
  const rows = inboxRowsIn(list, locators).slice(0, 50);
  return rows.map((row) => ({ name: nameOfRow(row), isUnread: isUnreadRow(row, locators) }));
}

/**
 * Finds the row with this name. Returns null if there is no such row, or if a row with this name may now be unread, because a message may
 * have arrived since the inbox was read.
 */
export function findReadRow(locators: Locators, name: string): Element | null {
  const list = findInboxList(locators);
  const named = list === null ? [] : inboxRowsIn(list, locators).filter((row) => nameOfRow(row) === name);
  return named.some((row) => isUnreadRow(row, locators)) ? null : (named[0] ?? null);
}

/** Counts the people who wrote in the open conversation, based on the labeled links beside their messages. */
export function countWriters(locators: Locators, texts: SiteTexts): number {
  const links = messageLists(locators, texts).flatMap((list) => [...list.querySelectorAll('a[aria-label]')]);
  return new Set(links.map(handleOf).filter((handle) => handle !== null)).size;
}
