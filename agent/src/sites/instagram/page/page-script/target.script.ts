import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { findChats, handlesOf } from './chat.script.ts';
import { buttonsIn, findButton, isNamed, isVisible, openDialogs, wordsOf } from './elements.script.ts';
import { findReadRow } from './inbox.script.ts';
import { findLogin } from './login.script.ts';
import { handleLine } from './view.script.ts';

/* Run inside the page: see elements.script.ts. */

export type Target =
  | { kind: 'dialog_button'; dialogText: string; names: readonly string[] | null }
  | { kind: 'page_button'; names: readonly string[] }
  | { kind: 'profile_button'; names: readonly string[] }
  | { kind: 'close_chat' | 'composer'; handle: string | null }
  | { kind: 'query_box' }
  | { kind: 'search_result'; handle: string }
  | { kind: 'read_conversation'; name: string }
  | { kind: 'login_user' | 'login_password' | 'login_submit' };

export function findChat(locators: Locators, texts: SiteTexts, handle: string | null) {
  return (
    findChats(locators, texts).find(({ root, list }) => {
      const handles = handlesOf(root, list);
      return handle === null ? handles.length === 0 : handles.length === 1 && handles[0] === handle;
    }) ?? null
  );
}

/** Also finds a group with this person, so that it can be closed. */
export function findAnyChat(locators: Locators, texts: SiteTexts, handle: string | null) {
  const isWith = ({ root, list }: { root: Element; list: Element | null }): boolean =>
    handle !== null && handlesOf(root, list).includes(handle);
  return findChat(locators, texts, handle) ?? findChats(locators, texts).find(isWith) ?? null;
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
      const header = document.querySelector('main header, [role="main"] header');
      return header === null ? null : findButton(header, locators.button, target.names);
    }
    case 'close_chat': {
      const chat = findAnyChat(locators, texts, target.handle);
      return chat === null ? null : findButton(chat.root, locators.button, texts.close);
    }
    case 'composer':
      return findChat(locators, texts, target.handle)?.composer ?? null;
    case 'query_box':
      return [...document.querySelectorAll(locators.queryBox)].find(isVisible) ?? null;
    case 'search_result':
      return (
        [...document.querySelectorAll(locators.searchResult)].find(
          (row) => isVisible(row) && handleLine(row) === target.handle,
        ) ?? null
      );
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
