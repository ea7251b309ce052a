import { isVisible } from './elements.script.ts';
import { handleOf } from './head.script.ts';

/* These functions run inside the page (see elements.script.ts). */

/** Whether the row has a labeled link to the other person's profile. Links without a label may belong to the preview of a linked page. */
export function hasSenderLink(row: Element, handles: readonly string[]): boolean {
  return [...row.querySelectorAll('a[aria-label]')].some((link) => {
    const handle = handleOf(link);
    return handle !== null && (handles.length === 0 || handles.includes(handle));
  });
}

/** Whether the layout aligns the message to the end of its row, as it does with the account's own messages. */
export function isAlignedToEnd(bubble: Element, row: Element): boolean {
  for (let part: Element | null = bubble; part !== null && row.contains(part); part = part.parentElement) {
    const { display, flexDirection, justifyContent, alignItems } = getComputedStyle(part);
    if (!display.includes('flex')) continue;
    if ((flexDirection.startsWith('column') ? alignItems : justifyContent).endsWith('end')) return true;
  }
  return false;
}

/**
 * Returns whose side of the conversation the message is on, or null if it could be either. The sender's picture indents the other
 * person's messages, by up to a seventh of a docked conversation's width. So the account's own messages must be indented further
 * than that.
 */
export function sideOf(bubble: Element, row: Element, list: Element): 'own' | 'their' | null {
  // Measure links too, because the preview of a linked page may be next to the message.
  const parts = [bubble, ...row.querySelectorAll('a[href]')].filter(isVisible);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const start = list.getBoundingClientRect().left + list.clientLeft;
  const toLeft = Math.min(...boxes.map(({ left }) => left)) - start;
  const toRight = toLeft - (start + list.clientWidth - Math.max(...boxes.map(({ right }) => right)));
  const toEnd = getComputedStyle(list).direction === 'rtl' ? -toRight : toRight;
  if (toEnd < -0.02 * list.clientWidth) return 'their';
  return toEnd > 0.2 * list.clientWidth ? 'own' : null;
}

/**
 * Returns who wrote a message. Of several consecutive messages, sometimes only one has a link to the sender, so a missing link proves
 * nothing. If there are no signs, or contradictory signs, the author is unknown.
 */
export function authorOf(
  bubble: Element,
  { row, list, handles }: { row: Element; list: Element; handles: readonly string[] },
): 'own' | 'their' | 'unknown' {
  const signs: ('own' | 'their' | null)[] = [
    hasSenderLink(row, handles) ? 'their' : null,
    isAlignedToEnd(bubble, row) ? 'own' : null,
    sideOf(bubble, row, list),
  ];
  const isOwn = signs.includes('own');
  if (isOwn === signs.includes('their')) return 'unknown';
  return isOwn ? 'own' : 'their';
}
