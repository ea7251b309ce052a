import type { PageView } from '../page/page.view.ts';

export type Badge = NonNullable<PageView['badge']>;
export type UnreadCount = { count: number; exact: boolean };

/**
 * Returns a digit's value. In every script, the ten digits are consecutive characters (Unicode 17, section 4.6), so the value is the
 * distance from the first digit. Where several sets of digits follow one another directly, the value is that distance modulo ten.
 */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** Returns the badge's text without invisible characters, such as text direction marks. */
function textOf({ digits, label }: Badge): string {
  return (digits ?? label ?? '').replace(/\p{Cf}/gu, '');
}

/** Whether the badge shows a number, in the digits of any script. */
export function isExplicit(badge: Badge): boolean {
  return /\p{Nd}/u.test(textOf(badge));
}

/** Reads the count from a badge, such as "3", "1,234", "99+" or "٣". A count with a plus sign isn't exact. No number means zero. */
export function parseBadge(badge: Badge): UnreadCount {
  const number = /([+＋]?)(\p{Nd}[\p{Nd}.,'٫٬،\s]*)([+＋]?)/u.exec(textOf(badge));
  if (number === null) return { count: 0, exact: true };
  const [, before, digits = '', after] = number;
  const values = [...digits.matchAll(/\p{Nd}/gu)].map(([digit]) => valueOf(digit));
  return { count: Number(values.join('')), exact: before === '' && after === '' };
}
