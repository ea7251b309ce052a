import { element, fill } from './elements.js';
import { dateLine, messageRow } from './message-row.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { ChatView, MessageView } from '../site/page-data.ts' */

const pageSize = 20;

/**
 * Creates the list of a conversation's messages, in the site's current layout or an older one. Scrolling up loads older messages.
 * @param {ChatView} chat
 * @param {Texts} texts
 */
export function createMessageList(chat, texts) {
  const { list, rows, fromTop } = createScroller(chat, texts);
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
    const isAtEnd = list.scrollHeight - fromTop() - list.clientHeight < 40;
    rows.replaceChildren(...rowsOf(visible, chat, texts));
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
  list.addEventListener('scroll', () => {
    if (fromTop() > 4 || limit >= messages.length || isRearranging) return;
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
  /** Holds messages that never reached the server. */
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
      const message = { id: 0, key: null, kind: /** @type {const} */ ('mine'), text, isSending: false, isFailed: true };
      lost.append(messageRow(message, chat, { texts, isLastOfRun: true }));
    },
    /** @param {readonly MessageView[]} next */
    show: (next) => {
      messages = next;
      draw();
    },
  };
}

/**
 * Creates the element that scrolls, and the element inside it that contains the messages. In the usual layout, both are the same. `fromTop`
 * returns how far the list is scrolled from its top. In a reversed list, the scroll position is negative.
 * @param {ChatView} chat
 * @param {Texts} texts
 */
function createScroller(chat, texts) {
  const list = element('div', listAttributes(chat, texts));
  if (!chat.drawing.isReversed) return { list, rows: list, fromTop: () => list.scrollTop };
  const rows = element('div', {});
  list.classList.add('reversed');
  list.append(rows);
  return { list, rows, fromTop: () => list.scrollTop + list.scrollHeight - list.clientHeight };
}

/**
 * Returns the rows for these messages. In the grouped layout, puts a date above the oldest and the newest message, as the site does
 * after a pause.
 * @param {readonly MessageView[]} messages
 * @param {ChatView} chat
 * @param {Texts} texts
 */
function rowsOf(messages, chat, texts) {
  return messages.flatMap((message, index) => {
    const isLastOfRun = messages[index + 1]?.kind !== message.kind;
    const row = messageRow(message, chat, { texts, isLastOfRun });
    const hasDate = chat.drawing.isGrouped && (index === 0 || index === messages.length - 1);
    return hasDate ? [dateLine(index === 0 ? 'Yesterday 14:21' : '12:39'), row] : [row];
  });
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
  if (chat.list === 'open') return { ...common, 'data-pagelet': 'IGDOpenMessageList' };
  if (chat.list === 'grid')
    return { ...common, role: 'grid', 'aria-label': fill(texts.messagesWith, { name: chat.person.name }) };
  return { ...common, 'aria-label': fill(texts.conversationWith, { name: chat.person.name }) };
}
