import { element, fill, icon } from './elements.js';
import { drawText, previewOf } from './message-text.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { ChatView, MessageView } from '../site/page-data.ts' */

const pageSize = 20;

/**
 * The messages of a conversation, in one of the forms the site has used. Older ones load on scrolling up.
 * @param {ChatView} chat
 * @param {Texts} texts
 */
export function createMessageList(chat, texts) {
  const list = element('div', listAttributes(chat, texts));
  let limit = pageSize;
  let isRearranging = false;
  let isAwaited = chat.historyMs !== null;
  /** @type {readonly MessageView[]} */
  let messages = [];
  let shown = '';

  const draw = () => {
    if (isAwaited) return;
    const visible = isRearranging ? messages.slice(-1) : messages.slice(-limit);
    const state = JSON.stringify(visible);
    if (state === shown) return;
    shown = state;
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.replaceChildren(...visible.map((message) => bubble(message, chat, texts)));
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
  list.addEventListener('scroll', () => {
    if (list.scrollTop > 4 || limit >= messages.length || isRearranging) return;
    limit += pageSize;
    draw();
  });
  if (chat.rearrangesMs !== null) {
    const switchTo = (/** @type {boolean} */ value) => () => {
      isRearranging = value;
      draw();
    };
    setTimeout(switchTo(true), chat.rearrangesMs);
    setTimeout(switchTo(false), chat.rearrangesMs * 2);
  }
  /** Messages that never reached the server. */
  const lost = element('div');
  const whole = element('div', { class: 'conversation' }, list, lost);
  if (chat.historyMs !== null) {
    list.remove();
    setTimeout(() => whole.prepend(list), chat.historyMs / 2);
    setTimeout(() => {
      isAwaited = false;
      draw();
      list.scrollTop = list.scrollHeight;
    }, chat.historyMs);
  }
  return {
    element: whole,
    scrollToEnd: () => {
      list.scrollTop = list.scrollHeight;
    },
    /** @param {string} text */
    showLost: (text) => {
      lost.append(bubble({ id: 0, key: null, kind: 'mine', text, isSending: false, isFailed: true }, chat, texts));
    },
    /** @param {readonly MessageView[]} next */
    show: (next) => {
      messages = next;
      draw();
    },
  };
}

/**
 * @param {ChatView} chat
 * @param {Texts} texts
 * @returns {Record<string, string>}
 */
function listAttributes(chat, texts) {
  const common = { class: 'messages', tabindex: '-1' };
  if (chat.list === 'unlabelled') return common;
  if (chat.list === 'pagelet') return { ...common, 'data-pagelet': 'IGDMessagesList' };
  if (chat.list === 'grid')
    return { ...common, role: 'grid', 'aria-label': fill(texts.messagesWith, { name: chat.person.name }) };
  return { ...common, 'aria-label': fill(texts.conversationWith, { name: chat.person.name }) };
}

/**
 * @param {MessageView} message
 * @param {ChatView} chat
 * @param {Texts} texts
 */
function bubble(message, chat, texts) {
  if (message.kind === 'notice') {
    const role = chat.list === 'grid' ? { role: 'row' } : {};
    return element('div', { class: 'notice', ...role }, element('span', { dir: 'auto' }, message.text));
  }
  const isMine = message.kind === 'mine';
  const body = element('div', { dir: 'auto' }, ...drawText(message.text, chat.drawing));
  const shaped =
    chat.list === 'presentation'
      ? element('div', { role: 'presentation', class: 'bubble' }, body)
      : element('span', { dir: 'auto', class: 'bubble' }, body);
  const line = element('div', { class: 'message', style: isMine ? 'justify-content: flex-end' : '' });
  if (!isMine) line.append(senderLink(chat, texts));
  line.append(shaped, ...previewOf(message.text, chat.drawing));
  const mark = chat.drawing.hasStrangeMarks ? 'Held back' : texts.failedToSend;
  if (message.isFailed) line.append(icon('failed', mark));
  const row = element('div', rowAttributes(chat), line);
  if (message.isSending) row.append(element('div', { class: 'sending' }, texts.sending));
  return row;
}

/**
 * @param {ChatView} chat
 * @returns {Record<string, string>}
 */
function rowAttributes(chat) {
  if (chat.list === 'pagelet') return { role: 'group' };
  return chat.list === 'grid' ? { role: 'row' } : {};
}

/**
 * @param {ChatView} chat
 * @param {Texts} texts
 */
function senderLink({ writer }, texts) {
  const label = fill(texts.openProfileOf, { handle: writer.username || writer.name });
  return element('a', { href: writer.href ?? '#', 'aria-label': label, class: 'sender' }, writer.name.slice(0, 1));
}
