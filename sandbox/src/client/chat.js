import { isChatState, isChatView, isSendResult } from './answers.js';
import { chatHead } from './chat-head.js';
import { createComposer } from './composer.js';
import { raiseInterstitial, raiseMenu, raiseNamed } from './dialogs.js';
import { element, fill, pressable } from './elements.js';
import { askThreadDetail, offlineThreadingId, sendText } from './graphql.js';
import { createMessageList } from './message-list.js';
import { get, post } from './server.js';
import { armTypingPrompt } from './typing-prompt.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { BlockView, ChatState, ChatView, SendResult } from '../site/page-data.ts' */

/**
 * Shows a conversation in a container, and updates the conversation while the container shows it.
 * @param {HTMLElement} container
 * @param {string} threadId
 * @param {{ texts: Texts, isDocked: boolean, tools: Node[] }} options
 */
export async function showChat(container, threadId, { texts, isDocked, tools }) {
  const chat = await get(`/ajax/direct/chat/${threadId}`, isChatView);
  void askThreadDetail(threadId).catch(() => undefined);
  const list = createMessageList(chat, texts);
  const foot = element('div', { class: 'foot' });
  /** @type {BlockView | 'composer' | null} */
  let footShows = null;
  let version = 0;
  let shown = chat.digest;

  /** @param {ChatState} state */
  const show = (state) => {
    shown = state.digest;
    list.show(state.messages);
    const wanted = state.block ?? 'composer';
    if (wanted === footShows) return;
    footShows = wanted;
    foot.replaceChildren(...(state.block === null ? [composer()] : blockOf(state.block, chat, { texts, show })));
  };
  /** @param {string} text */
  const send = async (text) => {
    version += 1;
    const key = offlineThreadingId();
    // The page ignores this response, which may be wrong.
    void sendText(chat, key, text).catch(() => undefined);
    const result = await get(`/ajax/direct/sent/${key}`, isSendResult);
    version += 1;
    if (result.goTo !== null) return window.location.assign(result.goTo);
    show(result);
    const { dialog, dialogAfterMs } = result;
    if (dialog === null) return;
    if (dialogAfterMs === 0) raiseNamed(dialog, texts);
    else setTimeout(() => raiseNamed(dialog, texts), dialogAfterMs);
  };
  const composer = () => {
    const made = createComposer({
      // Docked chats can't use the "cannes" composer, because its pagelet is missing there.
      kind: isDocked && chat.composer === 'cannes' ? 'lexical' : chat.composer,
      texts,
      keepsText: chat.keepsText,
      onSend: (text) => void send(text).catch(() => list.showLost(text)),
    });
    if (chat.typingPrompt !== null) armTypingPrompt(made.field, chat.typingPrompt, texts);
    queueMicrotask(() => made.field.focus());
    return made.element;
  };
  const isOpen = () => container.isConnected && container.contains(list.element);
  const watchChanges = async () => {
    while (isOpen()) {
      const asked = version;
      const state = await get(`/ajax/direct/messages/${threadId}?shown=${shown}`, isChatState, isOpen);
      if (asked === version) show(state);
    }
  };

  const content = element('div', { class: 'content' }, list.element, foot);
  container.replaceChildren(chatHead(chat, texts, tools), content);
  show(chat);
  list.scrollToEnd();
  if (chat.hasInterstitial) raiseInterstitial(chat.person.username, texts, () => undefined);
  watchChanges().catch(() => undefined);
}

/**
 * @param {BlockView} block
 * @param {ChatView} chat
 * @param {{ texts: Texts, show: (state: ChatState) => void }} options
 * @returns {Node[]}
 */
function blockOf(block, chat, { texts, show }) {
  const { person } = chat;
  /** @param {string} action */
  const act = async (action) =>
    show(await post('/ajax/direct/request', { thread: chat.threadId, action }, isChatState));
  /**
   * @param {string} label
   * @param {string} action
   */
  const choice = (label, action) => pressable(label, () => void act(action), { class: 'item' });
  if (block === 'invite') return [element('h3', {}, texts.inviteSent), element('p', {}, texts.inviteHint)];
  if (block === 'request_sent') return [requestSent(texts)];
  if (block === 'cannot_message' || block === 'gone') return [element('p', {}, texts.cannotMessage)];
  if (block === 'request') {
    const question = fill(texts.acceptRequest, { name: person.name, handle: person.username });
    return [
      element('h3', {}, question),
      element('p', {}, texts.acceptHint),
      choice(texts.block, 'block'),
      choice(texts.delete, 'delete'),
      choice(texts.accept, 'accept'),
    ];
  }
  raiseMenu(fill(texts.moveMessages, { name: person.name }), [
    { label: texts.primary, onPress: () => void act('primary') },
    { label: texts.general, onPress: () => void act('general') },
    { label: texts.cancel, onPress: () => void act('cancel') },
  ]);
  return [];
}

/**
 * Returns what the composer's pagelet shows in place of the composer while a message request is pending.
 * @param {Texts} texts
 */
function requestSent(texts) {
  const href = 'https://help.instagram.com/1435783229983256';
  const about = element('a', { href, 'aria-label': texts.aboutRequests }, texts.aboutRequests);
  return element(
    'div',
    { 'data-pagelet': 'IGDComposerForCannes' },
    element('span', {}, texts.requestSent),
    element('p', {}, texts.requestSentHint),
    about,
  );
}
