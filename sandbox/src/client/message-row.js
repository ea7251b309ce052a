import { element, fill, icon } from './elements.js';
import { drawText, previewOf } from './message-text.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { ChatView, DrawingView, MessageView } from '../site/page-data.ts' */

/**
 * Returns the row for one message, in the site's current layout or an older one.
 * @param {MessageView} message
 * @param {ChatView} chat
 * @param {{ texts: Texts, isLastOfRun: boolean }} options
 */
export function messageRow(message, chat, { texts, isLastOfRun }) {
  if (message.kind === 'notice') {
    const role = chat.list === 'grid' ? { role: 'row' } : {};
    return element('div', { class: 'notice', ...role }, element('span', { dir: 'auto' }, message.text));
  }
  const { hasAvatarOnLast, hasStrangeMarks } = chat.drawing;
  const isMine = message.kind === 'mine';
  const line = element('div', lineAttributes(isMine, chat.drawing));
  if (!isMine)
    line.append(hasAvatarOnLast && !isLastOfRun ? element('div', { class: 'no-sender' }) : senderLink(chat, texts));
  line.append(bubble(message.text, chat), ...previewOf(message.text, chat.drawing));
  if (message.isFailed) line.append(icon('failed', hasStrangeMarks ? 'Held back' : texts.failedToSend));
  const row = element('div', rowAttributes(chat), line);
  if (message.isSending) row.append(element('div', { class: 'sending' }, texts.sending));
  return row;
}

/**
 * Returns a line with a date, to be shown between messages and outside any bubble.
 * @param {string} text
 */
export function dateLine(text) {
  return element('div', { class: 'notice' }, element('span', { dir: 'auto' }, text));
}

/**
 * Returns the attributes of a message's line. They align the message to one side, unless it takes up the full width. The site now aligns
 * messages with style sheets. Only an older version had an attribute that showed the side.
 * @param {boolean} isMine
 * @param {DrawingView} drawing
 * @returns {Record<string, string>}
 */
function lineAttributes(isMine, { isGrouped, isFullWidth }) {
  if (isFullWidth) return { class: 'message whole' };
  if (isGrouped) return { class: isMine ? 'message at-end' : 'message' };
  return { class: 'message', style: isMine ? 'justify-content: flex-end' : '' };
}

/**
 * @param {string} text
 * @param {ChatView} chat
 */
function bubble(text, { list, drawing }) {
  const body = element('div', { dir: 'auto' }, ...drawText(text, drawing));
  if (drawing.isGrouped) {
    return element('div', { role: 'presentation', class: 'bubble' }, element('span', { dir: 'auto' }, body));
  }
  return list === 'presentation'
    ? element('div', { role: 'presentation', class: 'bubble' }, body)
    : element('span', { dir: 'auto', class: 'bubble' }, body);
}

/**
 * @param {ChatView} chat
 * @returns {Record<string, string>}
 */
function rowAttributes({ list, drawing }) {
  if (drawing.isGrouped) return { role: 'group', tabindex: '-1' };
  if (list === 'pagelet' || list === 'open') return { role: 'group' };
  return list === 'grid' ? { role: 'row' } : {};
}

/**
 * @param {ChatView} chat
 * @param {Texts} texts
 */
function senderLink({ writer }, texts) {
  const label = fill(texts.openProfileOf, { handle: writer.username || writer.name });
  return element('a', { href: writer.href ?? '#', 'aria-label': label, class: 'sender' }, writer.name.slice(0, 1));
}
