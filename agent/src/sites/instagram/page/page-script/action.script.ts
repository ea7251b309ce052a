import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { composerText } from './chat.script.ts';
import { includesAny, openDialogs, typedText, wordsOf } from './elements.script.ts';
import { findChat, findTarget, type Target } from './target.script.ts';

/* These functions run inside the page (see elements.script.ts). */

export type Guard = { release: () => void; reached: boolean; strayed: boolean };

declare global {
  interface Window {
    /** The guard for the current click or key press. */
    sandpiperGuard?: Guard;
  }
}

/** Blocks events of these types unless `accepts` allows them, so that an element that appears at the last moment can't receive them. */
export function armGuard(types: readonly string[], accepts: (event: Event) => boolean): Guard {
  window.sandpiperGuard?.release();
  const listener = (event: Event): void => {
    if (accepts(event)) {
      guard.reached = true;
      return;
    }
    guard.strayed = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const guard: Guard = {
    reached: false,
    strayed: false,
    release: () => types.forEach((type) => window.removeEventListener(type, listener, true)),
  };
  for (const type of types) window.addEventListener(type, listener, { capture: true, passive: false });
  window.sandpiperGuard = guard;
  return guard;
}

export function releaseGuard(): { reached: boolean; strayed: boolean } | null {
  const guard = window.sandpiperGuard;
  guard?.release();
  delete window.sandpiperGuard;
  return guard === undefined ? null : { reached: guard.reached, strayed: guard.strayed };
}

/** Returns the target's center and guards the next click, if nothing covers the target. */
export function aim(
  locators: Locators,
  texts: SiteTexts,
  target: Target,
): { x: number; y: number } | 'missing' | 'covered' {
  const element = findTarget(locators, texts, target);
  if (element === null) return 'missing';
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const point = { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) };
  const top = document.elementFromPoint(point.x, point.y);
  if (top === null || !(element.contains(top) || top.contains(element))) return 'covered';
  const accepts = (event: Event): boolean => event.composedPath().includes(element);
  armGuard(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'], accepts);
  return point;
}

/**
 * Ensures that only this field receives keys, even if a prompt takes focus. Returns false if the field doesn't have focus,
 * or if a sign-in field isn't in Instagram's own sign-in form. In a composer, this also blocks Enter, which would send the text
 * while the agent is still typing.
 */
export function guardKeys(locators: Locators, texts: SiteTexts, target: Target): boolean {
  let field = findTarget(locators, texts, target);
  // The site may replace the field's element after the first key press.
  const accepts = (event: Event): boolean => {
    if (field?.isConnected !== true) field = findTarget(locators, texts, target);
    const sends = event instanceof KeyboardEvent && event.key === 'Enter' && !event.shiftKey;
    if (sends && target.kind === 'composer') return false;
    return field !== null && event.composedPath().includes(field);
  };
  const focused = document.activeElement;
  if (field === null || focused === null || !(field === focused || field.contains(focused))) return false;
  if (target.kind === 'login_user' || target.kind === 'login_password') {
    // The page may have been replaced since the agent read its URL (see mayTypeCredentials).
    const isForm = location.origin === target.origin && /^\/(accounts\/login\/?)?$/u.test(location.pathname);
    if (!isForm) return false;
  }
  armGuard(['keydown', 'keypress', 'keyup'], accepts);
  return true;
}

/**
 * Whether this dialog keeps the agent from pressing Enter. A modal dialog does, because it could receive the key. A notice that stops the
 * account does, too. Other notices are harmless.
 */
export function blocksEnter(dialog: Element, locators: Locators, texts: SiteTexts): boolean {
  return dialog.matches(locators.modal) || includesAny(wordsOf(dialog), texts.stops);
}

/**
 * Lets Enter through only if the composer in this person's conversation is focused and contains exactly the text, no dialog covers it, and
 * the go-ahead is still valid. Returns false if the composer isn't ready. When the key press arrives, checks the composer again, and also
 * the go-ahead, because the computer may have been asleep since the first check.
 */
export function guardEnter(
  locators: Locators,
  texts: SiteTexts,
  expected: { handle: string; text: string; until: number },
): boolean {
  const isRight = (): boolean => {
    const chat = findChat(locators, texts, expected.handle);
    const composer = chat?.composer ?? null;
    if (chat === null || composer === null || chat.handles.length !== 1) return false;
    if (typedText(composerText(composer)) !== typedText(expected.text)) return false;
    const focused = document.activeElement;
    const isBare = !openDialogs(locators.dialog).some((dialog) => blocksEnter(dialog, locators, texts));
    return isBare && (composer === focused || composer.contains(focused));
  };
  if (!isRight()) return false;
  let isDown = false;
  armGuard(['keydown', 'keypress', 'keyup'], (event) => {
    if (event.type === 'keydown') isDown = Date.now() <= expected.until && isRight();
    return isDown;
  });
  return true;
}

/** Returns the element that scrolls a conversation: its list of messages, or an element inside or around the list. */
export function findScrollable(list: Element, root: Element): Element | null {
  const around: Element[] = [];
  for (let up = list.parentElement; up !== null && root.contains(up); up = up.parentElement) around.push(up);
  const scrolls = (each: Element): boolean =>
    each.scrollHeight > each.clientHeight + 8 &&
    ['auto', 'scroll', 'hidden'].includes(getComputedStyle(each).overflowY);
  return [list, ...around, ...list.querySelectorAll('*')].find(scrolls) ?? null;
}

/**
 * Scrolls a conversation up so that older messages load. Returns false if the conversation can't be scrolled. If it's already at
 * the top, scrolls down a little, so that the next call can scroll up again. The top has a negative position if the layout is reversed
 * (`column-reverse`), which puts the newest messages at 0.
 */
export function scrollUp(locators: Locators, texts: SiteTexts, handle: string): boolean {
  const chat = findChat(locators, texts, handle);
  const scrollable = chat === null || chat.list === null ? null : findScrollable(chat.list, chat.root);
  if (scrollable === null) return false;
  const before = scrollable.scrollTop;
  scrollable.scrollTop = -scrollable.scrollHeight;
  if (before - scrollable.scrollTop < 4) scrollable.scrollTop += 40;
  return true;
}
