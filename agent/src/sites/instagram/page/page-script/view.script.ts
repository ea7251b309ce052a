import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { hasLoginLink, hasNoViewer } from './account.script.ts';
import { composerText, findChats, readMessages, readNotices } from './chat.script.ts';
import { buttonsIn, findButton, isVisible, openDialogs, plain, wordsOf } from './elements.script.ts';
import { languageOfPage } from './page-data.script.ts';
import { isLinkList, readProfile } from './profile.script.ts';
import { readSearch, searchIn } from './search.script.ts';

/* These functions run inside the page (see elements.script.ts). */

export function readChats(locators: Locators, texts: SiteTexts) {
  return findChats(locators, texts).map((chat) => {
    const { root, list, composer, handles } = chat;
    const bubbles = [...root.querySelectorAll(locators.bubbles)].map(wordsOf);
    const rest = bubbles.reduce((text, bubble) => (bubble === '' ? text : text.replace(bubble, ' ')), wordsOf(root));
    return {
      handles,
      hasList: list !== null,
      isLoading: [...root.querySelectorAll(locators.progress)].some(isVisible),
      composer: composer === null ? null : composerText(composer),
      messages: list === null ? [] : readMessages({ ...chat, list }, locators, texts),
      notices: list === null ? [] : readNotices(list, locators.bubbles),
      newestNotices: list === null ? [] : readNotices(list, locators.bubbles, true),
      /** The conversation's text without the messages, for example what it says instead of showing a composer. */
      rest: rest.slice(0, 2000),
      isRequestPending: root.querySelector(locators.requestHelp) !== null,
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
    isNewMessage: searchIn(dialog, locators)?.isSure === true,
    mayBeNewMessage: searchIn(dialog, locators) !== null,
    isLinkList: isLinkList(dialog, locators),
  }));
}

export function readBadge(locators: Locators) {
  const links = [...document.querySelectorAll(locators.inboxLink)];
  // Prefer a visible link, because the page also contains the hidden navigation for narrow windows.
  const link = links.find(isVisible) ?? links[0];
  if (link === undefined) return null;
  const labels = [link, ...link.querySelectorAll('[aria-label]')].map((part) => part.getAttribute('aria-label') ?? '');
  // Accept digits in any script, with anything but letters around them, such as separators, invisible characters or a plus sign.
  const isNumber = (text: string): boolean => /^[^\p{L}]*$/u.test(text) && /\p{Nd}/u.test(text);
  const digits = [...link.querySelectorAll('span')].map(wordsOf).find(isNumber);
  return { label: labels.find((label) => /\p{Nd}/u.test(label)) ?? null, digits: digits ?? null };
}

/** Returns the page's main text without dialogs and text fields. */
export function readMain(locators: Locators): string {
  const main = document.querySelector('main, [role="main"]') ?? document.body;
  const inside = [...main.querySelectorAll(`${locators.dialog}, [role="textbox"]`)].map(wordsOf);
  return inside.reduce((text, part) => (part === '' ? text : text.replace(part, ' ')), wordsOf(main)).slice(0, 4000);
}

export function readLogin(locators: Locators, texts: SiteTexts) {
  const hasPassword = [...document.querySelectorAll(locators.password)].some(isVisible);
  const landing = [...texts.useAnotherProfile, ...texts.logIn];
  return {
    hasPassword,
    canBegin: !hasPassword && findButton(document, locators.button, landing) !== null,
    hasLink: hasLoginLink(),
    hasNoViewer: document.querySelector(locators.inboxLink) === null && hasNoViewer(locators),
    /** The text of the whole page, because the form's error message may be anywhere on it. */
    words: hasPassword ? wordsOf(document.body).slice(0, 4000) : '',
    alerts: [...document.querySelectorAll('[role="alert"], #slfErrorAlert')].map(wordsOf).filter((text) => text !== ''),
  };
}

/** Reads what most steps need from a page. This is a single call, so that all values are from the same moment. */
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
