import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { findChats, type OpenChat } from './chat.script.ts';
import { buttonsIn, findButton, isNamed, openDialogs, wordsOf } from './elements.script.ts';
import { findReadRow } from './inbox.script.ts';
import { findLogin } from './login.script.ts';
import { findProfileHeader } from './profile.script.ts';
import { findSearch, linesOf, searchRows } from './search.script.ts';

/* These functions run inside the page (see elements.script.ts). */

export type Target =
  | { kind: 'dialog_button'; dialogText: string; names: readonly string[] | null }
  | { kind: 'page_button'; names: readonly string[] }
  | { kind: 'profile_button'; handle: string; names: readonly string[] }
  | { kind: 'close_chat' | 'composer'; handle: string | null }
  | { kind: 'query_box' }
  | { kind: 'search_result'; lines: readonly string[] }
  | { kind: 'read_conversation'; name: string }
  /** `origin`: the only site on which the agent may type into the field. */
  | { kind: 'login_user' | 'login_password'; origin: string }
  | { kind: 'login_submit' };

export function findChat(locators: Locators, texts: SiteTexts, handle: string | null): OpenChat | null {
  const isWith = ({ handles }: OpenChat): boolean =>
    handle === null ? handles.length === 0 : handles.length === 1 && handles[0] === handle;
  return findChats(locators, texts).find(isWith) ?? null;
}

/**
 * Finds the conversation to close: one with only this person or, if there is none, a group that includes this person. If `handle` is null,
 * finds a conversation that doesn't show who it's with.
 */
export function findAnyChat(locators: Locators, texts: SiteTexts, handle: string | null): OpenChat | null {
  const isWith = ({ handles }: OpenChat): boolean => handle !== null && handles.includes(handle);
  return findChat(locators, texts, handle) ?? findChats(locators, texts).find(isWith) ?? null;
}

export function findSearchRow(locators: Locators, lines: readonly string[]): Element | null {
  const search = findSearch(locators);
  const isWanted = (row: Element): boolean => JSON.stringify(linesOf(row)) === JSON.stringify(lines);
  return search === null ? null : (searchRows(search.dialog, locators).find(isWanted) ?? null);
}

export function findInDialog(locators: Locators, dialogText: string, names: readonly string[] | null): Element | null {
  const dialog = openDialogs(locators.dialog).find((each) => wordsOf(each).slice(0, 2000) === dialogText);
  if (dialog === undefined) return null;
  const buttons = buttonsIn(dialog, locators.button);
  return (names === null ? buttons[0] : buttons.find((button) => isNamed(button, names))) ?? null;
}

export function findTarget(locators: Locators, texts: SiteTexts, target: Target): Element | null {
  switch (target.kind) {
    case 'dialog_button':
      return findInDialog(locators, target.dialogText, target.names);
    case 'page_button':
      return findButton(document, locators.button, target.names);
    case 'profile_button': {
      const header = findProfileHeader(target.handle);
      return header === null ? null : findButton(header, locators.button, target.names);
    }
    case 'close_chat': {
      const chat = findAnyChat(locators, texts, target.handle);
      return chat === null ? null : findButton(chat.root, locators.button, texts.close);
    }
    case 'composer':
      return findChat(locators, texts, target.handle)?.composer ?? null;
    case 'query_box':
      return findSearch(locators)?.field ?? null;
    case 'search_result':
      return findSearchRow(locators, target.lines);
    case 'read_conversation':
      return findReadRow(locators, target.name);
    default:
      return findLogin(locators, texts, target.kind);
  }
}

export function isFocused(locators: Locators, texts: SiteTexts, target: Target): boolean {
  const field = findTarget(locators, texts, target);
  const focused = document.activeElement;
  return field !== null && focused !== null && (field === focused || field.contains(focused));
}
