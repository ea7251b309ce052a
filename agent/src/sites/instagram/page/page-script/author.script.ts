import { isVisible } from './elements.script.ts';
import { handleOf } from './head.script.ts';

/* These functions run inside the page: see elements.script.ts. */

/** Whether the row has a labeled link to the other person's profile. Any other link may be the preview of a linked page. */
export function hasSenderLink(row: Element, handles: readonly string[]): boolean {
  return [...row.querySelectorAll('a[aria-label]')].some((link) => {
    const handle = handleOf(link);
    return handle !== null && (handles.length === 0 || handles.includes(handle));
  });
}

/** Whether a style sheet moves the message to the end of its line, where the account's own messages are. */
export function isAlignedToEnd(bubble: Element, row: Element): boolean {
  for (let part: Element | null = bubble; part !== null && row.contains(part); part = part.parentElement) {
    const { display, flexDirection, justifyContent, alignItems } = getComputedStyle(part);
    if (!display.includes('flex')) continue;
    if ((flexDirection.startsWith('column') ? alignItems : justifyContent).endsWith('end')) return true;
  }
  return false;
}

/**
 * Returns whose side the message is on, or null if it could be either. The sender's picture shifts the other person's messages,
 * by up to a seventh of a docked conversation's width, so the account's own messages must be shifted further than that.
 */
export function sideOf(bubble: Element, row: Element, list: Element): 'own' | 'their' | null {
  // The preview of a linked page may be beside the message.
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
 * Returns who wrote a message. In a run of messages, the earlier ones may have no link to the sender, so a missing link proves
 * nothing. If there are no signs, or contradictory ones, the author is unknown.
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
