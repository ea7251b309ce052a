import { isInboxPage } from './answers.js';
import { showChat } from './chat.js';
import { element, icon, pressable } from './elements.js';
import { raiseNewMessage } from './new-message.js';
import { get } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { InboxRow, InboxView, ThreadView } from '../site/page-data.ts' */

/**
 * The list of threads on the left, and a conversation or an empty pane on the right.
 * @param {InboxView | ThreadView} view
 * @param {Texts} texts
 */
export async function startInbox(view, texts) {
  const main = document.getElementById('main');
  const pane = element('section', { class: 'pane' });
  const compose = () => raiseNewMessage(texts, view.kind === 'inbox' ? view : { search: 'option', searchMs: 0 });
  const list = threadList(texts, view.kind === 'inbox' ? view.rows : 'button');
  const head = element(
    'div',
    { class: 'list-head' },
    element('h1', {}, texts.messages),
    pressable(icon('write', texts.newMessage), compose),
  );
  main?.replaceChildren(
    element('div', { class: 'inbox' }, element('div', { class: 'side' }, head, list.element), pane),
  );
  if (view.kind === 'thread') {
    await showChat(pane, view.threadId, { texts, tools: () => [] });
  } else {
    pane.append(
      element('div', { class: 'empty' }, element('h2', {}, texts.yourMessages), pressable(texts.sendMessage, compose)),
    );
    if (view.opensNewMessage) compose();
  }
  await list.load();
}

/**
 * @param {Texts} texts
 * @param {'button' | 'link'} shape
 */
function threadList(texts, shape) {
  const rows = element('div', { 'data-pagelet': 'IGDInboxThreadListScrollableAreaPagelet', class: 'rows' });
  const list = element('div', { role: 'navigation', 'aria-label': texts.threadList, class: 'threads' });
  let isLoading = false;
  let hasMore = true;
  const load = async () => {
    if (isLoading || !hasMore) return;
    isLoading = true;
    const page = await get(`/ajax/direct/inbox?offset=${rows.childElementCount}`, isInboxPage);
    rows.append(...page.rows.map((row) => threadRow(row, texts, shape)));
    if (!rows.isConnected) list.append(rows);
    hasMore = page.hasMore;
    isLoading = false;
  };
  rows.addEventListener('scroll', () => {
    if (rows.scrollTop + rows.clientHeight > rows.scrollHeight - 60) void load();
  });
  return { element: list, load };
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
        element('span', {}, ` · ${row.age}`),
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
