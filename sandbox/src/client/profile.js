import { isOpened } from './answers.js';
import { showChat } from './chat.js';
import { raiseInterstitial, raiseLinks, raiseMenu, raiseNotifications } from './dialogs.js';
import { element, icon, pressable } from './elements.js';
import { openStrayInbox } from './inbox.js';
import { post } from './server.js';
import { raiseStories } from './stories.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { DockView, ProfileView } from '../site/page-data.ts' */

const openChatKey = 'docked-chat';
const openingMs = 60;

/**
 * Sets up a profile's buttons and the chat that they open on top of the profile.
 * @param {ProfileView} view
 * @param {Texts} texts
 */
export function startProfile(view, texts) {
  const open = () => void openChat(view, texts);
  const begin = () => (view.hasInterstitial ? raiseInterstitial(view.person.username, texts, open) : open());
  const actions = document.getElementById('profile-actions');
  const follow = pressable(texts.follow, () => {
    if (view.isPrivate) follow.textContent = texts.requested;
  });
  const options = pressable(icon('options', texts.options), () => raiseOptions(view, texts, begin));
  const message = pressable(texts.message, begin, { class: 'primary' });
  if (view.promptMidClick) {
    const pressed = view.message === 'button' ? message : options;
    pressed.addEventListener('mousedown', () => raiseNotifications(texts), { once: true });
  }
  restoreDock(view, texts);
  if (view.dock !== null && view.opens === 'docked') dockRoot(view.dock, texts);
  if (view.hasLinks) raiseLinks(texts);
  if (view.hasStories) raiseStories(view.person, texts, () => undefined);
  const show = () => actions?.append(follow, ...(view.message === 'button' ? [message] : []), options);
  if (view.buttonsMs === 0) show();
  else setTimeout(show, view.buttonsMs);
}

/**
 * @param {ProfileView} view
 * @param {Texts} texts
 * @param {() => void} begin
 */
function raiseOptions(view, texts, begin) {
  const idle = () => undefined;
  const items = [
    { label: texts.block, onPress: idle },
    { label: texts.restrict, onPress: idle },
    { label: texts.report, onPress: idle },
    ...(view.message === 'menu' ? [{ label: texts.sendMessage, onPress: begin }] : []),
    { label: texts.aboutAccount, onPress: idle },
    { label: texts.cancel, onPress: idle },
  ];
  raiseMenu(texts.options, items, view.menuMs);
}

/**
 * @param {ProfileView} view
 * @param {Texts} texts
 */
async function openChat(view, texts) {
  if (view.strayThread !== null) return openStrayInbox(view.strayThread);
  const docked = document.querySelector('.dock');
  if (view.leftover !== null && docked) return;
  docked?.remove();
  const { thread } = await post('/ajax/direct/open', { person: view.person.username }, isOpened);
  if (view.opens === 'thread') return window.location.assign(`/direct/t/${thread}/`);
  setTimeout(() => dockChat(thread, view.dock, texts), openingMs);
}

/**
 * @param {string} thread
 * @param {DockView} pagelet
 * @param {Texts} texts
 */
function dockChat(thread, pagelet, texts) {
  document.querySelector('.dock')?.remove();
  const dock = element('section', { class: 'dock', 'aria-label': texts.chat });
  (pagelet === null ? document.body : dockRoot(pagelet, texts)).append(dock);
  sessionStorage.setItem(openChatKey, thread);
  const close = () => {
    sessionStorage.removeItem(openChatKey);
    dock.remove();
  };
  const tools = [
    element('a', { href: `/direct/t/${thread}/`, class: 'expand' }, '⤢'),
    pressable(icon('close', texts.close), close),
  ];
  showChat(dock, thread, { texts, isDocked: true, tools }).catch(close);
}

/**
 * Returns the part of the page that contains docked chats and the "Messages" button. Creates it if necessary.
 * @param {string} pagelet
 * @param {Texts} texts
 */
function dockRoot(pagelet, texts) {
  const existing = document.querySelector('.dock-root');
  if (existing !== null) return existing;
  const root = element('div', { class: 'dock-root', 'data-pagelet': pagelet });
  root.append(pressable(texts.messages, () => undefined, { 'aria-label': texts.messages, class: 'dock-button' }));
  document.body.append(root);
  return root;
}

/**
 * Reopens the chat that was left open on an earlier profile in the same tab, or the chat that the server reports as left over.
 * @param {ProfileView} view
 * @param {Texts} texts
 */
function restoreDock(view, texts) {
  if (view.opens === 'thread') return;
  const thread = view.leftover ?? sessionStorage.getItem(openChatKey);
  if (thread !== null) dockChat(thread, view.dock, texts);
}
