import { showChat } from './chat.js';
import { raiseDialog, raiseMenu, raiseNotifications } from './dialogs.js';
import { element, icon, pressable } from './elements.js';
import { post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { ProfileView } from '../site/page-data.ts' */

const openChatKey = 'docked-chat';
const openingMs = 60;

/**
 * The buttons of a profile, and the chat that opens over it.
 * @param {ProfileView} view
 * @param {Texts} texts
 */
export function startProfile(view, texts) {
  const dock = element('section', { class: 'dock', 'aria-label': texts.chat });
  const open = () => void openChat(view, texts, dock);
  const begin = () => (view.hasInterstitial ? raiseInterstitial(view, texts, open) : open());
  const actions = document.getElementById('profile-actions');
  const follow = pressable(texts.follow, () => {
    if (view.isPrivate) follow.textContent = texts.requested;
  });
  actions?.append(follow);
  if (view.message === 'button') actions?.append(messageButton(view, texts, begin));
  actions?.append(pressable(icon(texts.options), () => raiseOptions(view, texts, begin)));
  void restoreDock(view, texts, dock);
}

/**
 * @param {ProfileView} view
 * @param {Texts} texts
 * @param {() => void} begin
 */
function messageButton(view, texts, begin) {
  const button = pressable(texts.message, begin, { class: 'primary' });
  if (view.promptMidClick) button.addEventListener('mousedown', () => raiseNotifications(texts), { once: true });
  return button;
}

/**
 * @param {ProfileView} view
 * @param {Texts} texts
 * @param {() => void} begin
 */
function raiseOptions(view, texts, begin) {
  const idle = () => undefined;
  raiseMenu(texts.options, [
    { label: texts.block, onPress: idle },
    { label: texts.restrict, onPress: idle },
    { label: texts.report, onPress: idle },
    ...(view.message === 'menu' ? [{ label: texts.sendMessage, onPress: begin }] : []),
    { label: texts.aboutAccount, onPress: idle },
    { label: texts.cancel, onPress: idle },
  ]);
}

/**
 * @param {ProfileView} view
 * @param {Texts} texts
 * @param {() => void} open
 */
function raiseInterstitial(view, texts, open) {
  raiseDialog({
    label: texts.partnershipTitle,
    content: (close) => [
      element('h2', {}, texts.partnershipTitle),
      element('p', {}, texts.partnershipHint),
      pressable(texts.sendPrioritised, () => {
        close();
        void post('/ajax/direct/prioritised', { person: view.person.username });
      }),
      pressable(texts.sendRequest, () => {
        close();
        open();
      }),
    ],
  });
}

/**
 * @param {ProfileView} view
 * @param {Texts} texts
 * @param {HTMLElement} dock
 */
async function openChat(view, texts, dock) {
  const isOccupied = view.leftover !== null && dock.isConnected;
  if (isOccupied) return;
  dock.remove();
  /** @type {{ thread: string }} */
  const { thread } = await post('/ajax/direct/open', { person: view.person.username });
  if (view.opens === 'thread') return window.location.assign(`/direct/t/${thread}/`);
  setTimeout(() => void dockChat(thread, texts, dock), openingMs);
}

/**
 * @param {string} thread
 * @param {Texts} texts
 * @param {HTMLElement} dock
 */
async function dockChat(thread, texts, dock) {
  sessionStorage.setItem(openChatKey, thread);
  const close = () => {
    sessionStorage.removeItem(openChatKey);
    dock.remove();
  };
  document.body.append(dock);
  const tools = () => [
    element('a', { href: `/direct/t/${thread}/`, class: 'expand', 'aria-label': 'Expand' }, '⤢'),
    pressable(icon(texts.close), close),
  ];
  await showChat(dock, thread, { texts, tools });
}

/**
 * A chat left open comes back on the next profile of the same tab.
 * @param {ProfileView} view
 * @param {Texts} texts
 * @param {HTMLElement} dock
 */
async function restoreDock(view, texts, dock) {
  if (view.opens === 'thread') return;
  if (view.leftover !== null) {
    /** @type {{ thread: string }} */
    const { thread } = await post('/ajax/direct/open', { person: view.leftover });
    return dockChat(thread, texts, dock);
  }
  const thread = sessionStorage.getItem(openChatKey);
  if (thread === null) return;
  await dockChat(thread, texts, dock).catch(() => {
    sessionStorage.removeItem(openChatKey);
    dock.remove();
  });
}
