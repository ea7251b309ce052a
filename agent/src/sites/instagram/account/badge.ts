import type { PageView } from '../page/page.view.ts';

export type Badge = NonNullable<PageView['badge']>;
export type UnreadCount = { count: number; exact: boolean };

/** Each script has its ten digits in a row (Unicode 17, section 4.6), so a digit's value is its place in the row. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** Without invisible signs, such as the marks for the direction of writing. */
function textOf({ digits, label }: Badge): string {
  return (digits ?? label ?? '').replace(/\p{Cf}/gu, '');
}

/** Whether the badge shows a number, in the digits of any script. */
export function isExplicit(badge: Badge): boolean {
  return /\p{Nd}/u.test(textOf(badge));
}

/** Reads "3", "1,234", "99+" or "٣" from the badge. */
export function parseBadge(badge: Badge): UnreadCount {
  const number = /([+＋]?)(\p{Nd}[\p{Nd}.,'٫٬،\s]*)([+＋]?)/u.exec(textOf(badge));
  if (number === null) return { count: 0, exact: true };
  const [, before, digits = '', after] = number;
  const values = [...digits.matchAll(/\p{Nd}/gu)].map(([digit]) => valueOf(digit));
  return { count: Number(values.join('')), exact: before === '' && after === '' };
}
