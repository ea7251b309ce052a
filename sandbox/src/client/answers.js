/** @import { ChatState, ChatView, InboxRow, PageData, SearchResult, SendResult } from '../site/page-data.ts' */

/**
 * Returns a type guard that accepts any object with the given fields.
 * @template Answer
 * @param {...(keyof Answer & string)} fields
 */
function objectWith(...fields) {
  /**
   * @param {unknown} value
   * @returns {value is Answer}
   */
  return function isAnswer(value) {
    return typeof value === 'object' && value !== null && fields.every((field) => field in value);
  };
}

/** @type {(value: unknown) => value is PageData} */
export const isPageData = objectWith('texts', 'view', 'dialogs');
/** @type {(value: unknown) => value is ChatView} */
export const isChatView = objectWith('threadId', 'person', 'messages', 'digest');
/** @type {(value: unknown) => value is ChatState} */
export const isChatState = objectWith('messages', 'block', 'digest');
/** @type {(value: unknown) => value is SendResult} */
export const isSendResult = objectWith('messages', 'block', 'digest', 'dialog', 'dialogAfterMs', 'goTo');
/** @type {(value: unknown) => value is { thread: string }} */
export const isOpened = objectWith('thread');
/** @type {(value: unknown) => value is { rows: InboxRow[], hasMore: boolean }} */
export const isInboxPage = objectWith('rows', 'hasMore');
/** @type {(value: unknown) => value is { checkpoint: string | null }} */
export const isCheckpointAnswer = objectWith('checkpoint');
/** @type {(value: unknown) => value is { goTo?: string, error?: string }} */
export const isLoginAnswer = objectWith();
/** @type {(value: unknown) => value is object} */
export const isAnything = objectWith();

/**
 * @param {unknown} value
 * @returns {value is SearchResult[]}
 */
export function isSearchResults(value) {
  return Array.isArray(value);
}
