import { isInboxPage } from './answers.js';
import { showChat } from './chat.js';
import { element, icon, pressable } from './elements.js';
import { raiseNewMessage } from './new-message.js';
import { get } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { InboxRow, InboxView, ThreadListView, ThreadView } from '../site/page-data.ts' */

/**
 * Shows the list of conversations on the left, and a conversation or an empty pane on the right.
 * @param {InboxView | ThreadView} view
 * @param {Texts} texts
 */
export async function startInbox(view, texts) {
  const main = document.getElementById('main');
  const pane = element('section', { class: 'pane' });
  const compose = () => raiseNewMessage(texts, view.search);
  const list = threadList(texts, view);
  const head = element(
    'div',
    { class: 'list-head' },
    element('h1', {}, texts.messages),
    pressable(icon('write', texts.newMessage), compose),
  );
  main?.replaceChildren(
    element('div', { class: 'inbox' }, element('div', { class: 'side' }, head, list.element), pane),
  );
  const threadId = view.kind === 'thread' ? view.threadId : takeStrayThread();
  if (threadId !== null) {
    await showChat(pane, threadId, { texts, isDocked: false, tools: [] });
  } else {
    pane.append(
      element('div', { class: 'empty' }, element('h2', {}, texts.yourMessages), pressable(texts.sendMessage, compose)),
    );
    if (view.kind === 'inbox' && view.opensNewMessage) compose();
  }
  await list.load();
}

const strayThreadKey = 'stray-thread';

/**
 * Opens the inbox with someone else's conversation.
 * @param {string} threadId
 */
export function openStrayInbox(threadId) {
  sessionStorage.setItem(strayThreadKey, threadId);
  window.location.assign('/direct/inbox/');
}

function takeStrayThread() {
  const threadId = sessionStorage.getItem(strayThreadKey);
  sessionStorage.removeItem(strayThreadKey);
  return threadId;
}

/**
 * @param {Texts} texts
 * @param {ThreadListView} view
 */
function threadList(texts, { rows: shape, hasNotes, isNamed }) {
  const pagelet = { 'data-pagelet': 'IGDInboxThreadListScrollableAreaPagelet' };
  const role = { role: 'navigation', 'aria-label': texts.threadList };
  const rows = element('div', { ...(isNamed ? pagelet : {}), class: 'rows' });
  const list = element('div', { ...(isNamed ? role : {}), class: 'threads' });
  let isLoading = false;
  let hasMore = true;
  const load = async () => {
    if (isLoading || !hasMore) return;
    isLoading = true;
    const page = await get(`/ajax/direct/inbox?offset=${rows.childElementCount}`, isInboxPage);
    rows.append(...page.rows.map((row) => threadRow(row, texts, shape)));
    if (!rows.isConnected) list.append(...(hasNotes ? [notes(texts)] : []), rows);
    hasMore = page.hasMore;
    isLoading = false;
  };
  rows.addEventListener('scroll', () => {
    if (rows.scrollTop + rows.clientHeight > rows.scrollHeight - 60) void load();
  });
  return { element: list, load };
}

/**
 * Returns the notes that are shown above the conversations. They are buttons too, but don't open a conversation.
 * @param {Texts} texts
 */
function notes(texts) {
  const note = (/** @type {string} */ name) =>
    element(
      'div',
      { role: 'listitem' },
      pressable(`${texts.note} ${name}`, () => undefined),
    );
  return element('div', { role: 'list', class: 'line' }, note('Mira'), note('Theo'));
}

/**
 * @param {InboxRow} row
 * @param {Texts} texts
 * @param {'button' | 'link'} shape
 */
function threadRow(row, texts, shape) {
  const dot = row.isUnread
    ? element(
        'span',
        { 'data-visualcompletion': 'ignore', class: 'dot' },
        element('div', { class: 'unseen' }, texts.unread),
      )
    : null;
  const content = [
    element('div', { class: 'face small' }, row.name.slice(0, 1)),
    element(
      'div',
      { class: row.isUnread ? 'words bold' : 'words' },
      element('span', { title: row.name, dir: 'auto' }, row.name),
      element(
        'div',
        { class: 'snippet' },
        element('span', { dir: 'auto' }, row.snippet),
        element('abbr', {}, ` · ${row.age}`),
      ),
    ),
    dot,
  ];
  const href = `/direct/t/${row.threadId}/`;
  if (shape === 'link') return element('a', { href, class: 'row' }, ...content);
  const button = pressable('', () => window.location.assign(href), { class: 'row' });
  button.replaceChildren(...content.filter((part) => part !== null));
  return button;
}
