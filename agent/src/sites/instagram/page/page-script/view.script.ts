import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { composerText, findChats, handlesOf, readMessages, readNotices } from './chat.script.ts';
import { buttonsIn, findButton, isVisible, openDialogs, plain, wordsOf } from './elements.script.ts';
import { languageOfPage } from './page-data.script.ts';

/* Run inside the page: see elements.script.ts. */

export function readChats(locators: Locators, texts: SiteTexts) {
  return findChats(locators, texts).map(({ root, list, composer }) => {
    const bubbles = [...root.querySelectorAll(locators.bubbles)].map(wordsOf);
    const rest = bubbles.reduce((text, bubble) => (bubble === '' ? text : text.replace(bubble, ' ')), wordsOf(root));
    return {
      handles: handlesOf(root, list),
      hasList: list !== null,
      isLoading: [...root.querySelectorAll(locators.progress)].some(isVisible),
      composer: composer === null ? null : composerText(composer),
      messages: list === null ? [] : readMessages(root, list, locators, texts),
      notices: list === null ? [] : readNotices(list, locators.bubbles),
      newestNotices: list === null ? [] : readNotices(list, locators.bubbles, true),
      /** The panel's text without the messages. */
      rest: rest.slice(0, 2000),
      canClose: findButton(root, locators.button, texts.close) !== null,
    };
  });
}

export function readDialogs(locators: Locators) {
  return openDialogs(locators.dialog).map((dialog) => ({
    text: wordsOf(dialog).slice(0, 2000),
    buttons: buttonsIn(dialog, locators.button).map(
      (button) => wordsOf(button) || plain(button.getAttribute('aria-label') ?? ''),
    ),
    isNewMessage: dialog.querySelector(locators.queryBox) !== null,
  }));
}

export function readSearch(locators: Locators, texts: SiteTexts) {
  const box = [...document.querySelectorAll<HTMLInputElement>(locators.queryBox)].find(isVisible);
  const dialog = box?.closest('[role="dialog"]') ?? null;
  if (box === undefined || dialog === null) return null;
  const rows = [...dialog.querySelectorAll(locators.searchResult)].filter(isVisible);
  return {
    query: box.value,
    handles: rows.map(handleLine),
    isEmpty: texts.noAccountFound.some((text) => wordsOf(dialog).includes(text)),
  };
}

/** A row's last line is the handle. The line before is a name that anyone may choose. */
export function handleLine(row: Element): string {
  const leaves = [...row.querySelectorAll('span, div')].filter(
    (part) => part.childElementCount === 0 && wordsOf(part) !== '',
  );
  const last = leaves.at(-1);
  return last === undefined ? '' : wordsOf(last).toLowerCase();
}

export function readBadge(locators: Locators) {
  const links = [...document.querySelectorAll(locators.inboxLink)];
  // The page also contains the hidden navigation of narrow windows.
  const link = links.find(isVisible) ?? links[0];
  if (link === undefined) return null;
  const labels = [link, ...link.querySelectorAll('[aria-label]')].map((part) => part.getAttribute('aria-label') ?? '');
  // Digits of any script, with separators, invisible signs and a plus.
  const isNumber = (text: string): boolean => /^[^\p{L}]*$/u.test(text) && /\p{Nd}/u.test(text);
  const digits = [...link.querySelectorAll('span')].map(wordsOf).find(isNumber);
  return { label: labels.find((label) => /\p{Nd}/u.test(label)) ?? null, digits: digits ?? null };
}

/** The page's text without conversations and dialogs. */
export function readMain(locators: Locators): string {
  const main = document.querySelector('main, [role="main"]') ?? document.body;
  const inside = [...main.querySelectorAll(`${locators.dialog}, [role="textbox"]`)].map(wordsOf);
  return inside.reduce((text, part) => (part === '' ? text : text.replace(part, ' ')), wordsOf(main)).slice(0, 4000);
}

export function readProfile(locators: Locators, texts: SiteTexts) {
  const header = document.querySelector('main header, [role="main"] header');
  if (header === null) return null;
  return {
    hasMessage: findButton(header, locators.button, texts.message) !== null,
    hasOptions: findButton(header, locators.button, texts.options) !== null,
  };
}

export function readLogin(locators: Locators, texts: SiteTexts) {
  const hasPassword = [...document.querySelectorAll(locators.password)].some(isVisible);
  const landing = [...texts.useAnotherProfile, ...texts.logIn];
  return {
    hasPassword,
    canBegin: !hasPassword && findButton(document, locators.button, landing) !== null,
    /** The whole page, because the error may be anywhere on it. */
    words: hasPassword ? wordsOf(document.body).slice(0, 4000) : '',
    alerts: [...document.querySelectorAll('[role="alert"], #slfErrorAlert')].map(wordsOf).filter((text) => text !== ''),
  };
}

/** Everything the agent reads from a page, at one moment. */
export function readView(locators: Locators, texts: SiteTexts) {
  if (document.body === null) return null;
  return {
    url: location.href,
    language: languageOfPage(locators),
    isReady: document.readyState !== 'loading',
    login: readLogin(locators, texts),
    hasInboxLink: document.querySelector(locators.inboxLink) !== null,
    dialogs: readDialogs(locators),
    main: readMain(locators),
    profile: readProfile(locators, texts),
    chats: readChats(locators, texts),
    search: readSearch(locators, texts),
    badge: readBadge(locators),
  };
}
