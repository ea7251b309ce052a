/*
 * These functions run inside the page. The agent sends them there as source text (see page.script.ts), so they can use each other and the
 * page's globals, but nothing else in this module.
 */

/** Whether an element is visible. One-pixel elements are treated as hidden, because they're only for screen readers. */
export function isVisible(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== 'hidden';
}

export function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[’‘]/gu, "'").trim();
}

/** Normalizes text for comparison with a composer's content: trims it, and unifies its line breaks and spaces. */
export function typedText(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replaceAll('\u00a0', ' ').trim();
}

/** Returns an element's text. A `<br>` becomes a line break, a paragraph ends with one, and an image becomes its alternative text. */
export function readText(node: Node): string {
  if (node instanceof Text) return node.data;
  if (node instanceof HTMLBRElement) return '\n';
  if (node instanceof HTMLImageElement) return node.alt;
  const inside = [...node.childNodes].map(readText).join('');
  return node instanceof HTMLParagraphElement ? `${inside.replace(/\n$/u, '')}\n` : inside;
}

export function wordsOf(element: Element): string {
  return plain(element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''));
}

export function includesAny(text: string, parts: readonly string[]): boolean {
  const lower = plain(text).toLowerCase();
  return parts.some((part) => lower.includes(plain(part).toLowerCase()));
}

export function isOneOf(text: string, names: readonly string[]): boolean {
  const lower = plain(text).toLowerCase();
  return names.some((name) => plain(name).toLowerCase() === lower);
}

export function isNamed(element: Element, names: readonly string[]): boolean {
  const own = [wordsOf(element), element.getAttribute('aria-label') ?? ''];
  const drawn = [...element.querySelectorAll('svg[aria-label]')].map((svg) => svg.getAttribute('aria-label') ?? '');
  return (own[0] === '' ? [...own, ...drawn] : own).some((label) => isOneOf(label, names));
}

export function buttonsIn(root: ParentNode, selector: string): Element[] {
  return [...root.querySelectorAll(selector)].filter(isVisible);
}

export function findButton(root: ParentNode, selector: string, names: readonly string[]): Element | null {
  return buttonsIn(root, selector).find((button) => isNamed(button, names)) ?? null;
}

export function openDialogs(selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter((dialog) => isVisible(dialog) && wordsOf(dialog) !== '');
}
