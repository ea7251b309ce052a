/** @import { ChatState, ChatView, InboxRow, PageData, SearchResult, SendResult } from '../site/page-data.ts' */

/**
 * Returns a type guard that accepts any object with the given fields.
 * @template Answer
 * @param {...(keyof Answer & string)} fields
 */
function having(...fields) {
  /**
   * @param {unknown} value
   * @returns {value is Answer}
   */
  return function isAnswer(value) {
    return typeof value === 'object' && value !== null && fields.every((field) => field in value);
  };
}

/** @type {(value: unknown) => value is PageData} */
export const isPageData = having('texts', 'view', 'dialogs');
/** @type {(value: unknown) => value is ChatView} */
export const isChatView = having('threadId', 'person', 'messages', 'digest');
/** @type {(value: unknown) => value is ChatState} */
export const isChatState = having('messages', 'block', 'digest');
/** @type {(value: unknown) => value is SendResult} */
export const isSendResult = having('messages', 'block', 'digest', 'dialog', 'dialogAfterMs', 'goTo');
/** @type {(value: unknown) => value is { thread: string }} */
export const isOpened = having('thread');
/** @type {(value: unknown) => value is { rows: InboxRow[], hasMore: boolean }} */
export const isInboxPage = having('rows', 'hasMore');
/** @type {(value: unknown) => value is { checkpoint: string | null }} */
export const isCheckpointAnswer = having('checkpoint');
/** @type {(value: unknown) => value is { goTo?: string, error?: string }} */
export const isLoginAnswer = having();
/** @type {(value: unknown) => value is object} */
export const isAnything = having();

/**
 * @param {unknown} value
 * @returns {value is SearchResult[]}
 */
export function isSearchResults(value) {
  return Array.isArray(value);
}
