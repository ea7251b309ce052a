import { createHash } from 'node:crypto';
import type { Account, Message, Person, Thread } from '../../world/world.types.ts';
import { appendMessage, hasFailed, revealHidden, visibleMessages } from '../../world/thread.ts';
import type { World } from '../../world/world.ts';
import type {
  BlockView,
  ChatState,
  ChatView,
  ComposerView,
  MessageView,
  PersonView,
  TypingPrompt,
} from '../page-data.ts';
import { languageOf } from '../page-language.ts';

/** The usual name and an alternative name of the GraphQL mutation that sends a message. */
export const sendNames = { usual: 'IGDirectTextSendMutation', renamed: 'IGDirectTextMessageSendMutation' } as const;

/** Opens a chat as a page load does: reveals hidden messages, marks the chat as read, and returns it. */
export function openChat(world: World, thread: Thread): ChatView {
  const { account, person } = thread;
  prepareHistory(world, thread);
  thread.isUnread = false;
  const rearranges = world.hit('history_rearranges', account);
  const late = world.hit('late_history', account, person);
  return {
    ...chatState(world, thread),
    threadId: thread.id,
    sending: {
      name: sendNames[world.isOn('send_renamed', account) ? 'renamed' : 'usual'],
      hasPlainText: world.isOn('send_plain_text', account),
    },
    person: personView(world, account, person),
    writer: personView(world, account, person.onlyWriter ?? person),
    drawing: {
      hasPreviews: world.isOn('link_preview', account, person),
      isRedrawn: world.isOn('redrawn_text', account, person),
      hasLinesAsBlocks: world.isOn('lines_as_blocks', account, person),
      hasStrangeMarks: world.isOn('strange_mark', account, person),
      isGrouped: world.isOn('rows_grouped', account),
      hasAvatarOnLast: world.isOn('avatar_last', account),
      isFullWidth: world.isOn('rows_full_width', account),
      isReversed: world.isOn('list_reversed', account),
    },
    composer: composerOf(world, account),
    list: listOf(world, account),
    head: headOf(world, account),
    typingPrompt: typingPromptOf(world, account, person),
    hasInterstitial: world.isOn('interstitial_over_chat', account, person),
    rearrangesMs: rearranges ? world.delay(rearranges, 2500) : null,
    historyMs: late ? world.delay(late, 4000) : null,
    keepsText: world.isOn('text_stays', account, person),
  };
}

export function chatState(world: World, thread: Thread): ChatState {
  const state = { messages: visibleMessages(thread).map(toView), block: blockOf(world, thread) };
  return { ...state, digest: createHash('sha256').update(JSON.stringify(state)).digest('base64url') };
}

function toView(message: Message): MessageView {
  const isSettled = message.settledAt !== null && message.settledAt <= Date.now();
  const isFailed = hasFailed(message);
  return {
    id: message.id,
    key: message.key,
    kind: message.kind,
    text: message.text,
    isSending: !isSettled && !isFailed,
    isFailed,
  };
}

function personView(world: World, account: Account, person: Person): PersonView {
  if (world.isOn('instagram_user', account, person)) {
    return { username: '', name: languageOf(world, account).texts.instagramUser, href: null };
  }
  if (person.onlyWriter) return { username: '', name: person.name, href: null };
  return { username: person.username, name: person.name, href: `/${person.username}/` };
}

function headOf(world: World, account: Account): ChatView['head'] {
  if (world.isOn('head_labelled', account)) return 'labelled';
  return world.isOn('head_heading', account) ? 'heading' : 'link';
}

function composerOf(world: World, account: Account): ComposerView {
  if (world.isOn('composer_unknown', account)) return 'unknown';
  if (world.isOn('composer_textarea', account)) return 'textarea';
  return world.isOn('composer_cannes', account) ? 'cannes' : 'lexical';
}

function listOf(world: World, account: Account): ChatView['list'] {
  if (world.isOn('list_unlabelled', account)) return 'unlabelled';
  if (world.isOn('list_grid', account)) return 'grid';
  if (world.isOn('list_open', account)) return 'open';
  return world.isOn('list_presentation', account) ? 'presentation' : 'pagelet';
}

function typingPromptOf(world: World, account: Account, person: Person): TypingPrompt | null {
  if (world.isOn('prompt_mid_typing', account, person)) return 'mid_typing';
  if (world.isOn('prompt_before_enter', account, person)) return 'before_enter';
  return world.isOn('prompt_takes_enter', account, person) ? 'takes_enter' : null;
}

function blockOf(world: World, thread: Thread): BlockView | null {
  const { account, person } = thread;
  if (thread.request === 'waiting') return 'request';
  if (thread.request === 'moving') return 'moving';
  if (thread.request === 'blocked' || thread.request === 'deleted') return 'gone';
  if (world.isOn('instagram_user', account, person)) return 'gone';
  if (world.isOn('cannot_message', account, person)) return 'cannot_message';
  if (world.isOn('invite_pending', account, person)) return 'invite';
  if (world.isOn('request_sent', account, person)) return 'request_sent';
  const hasWritten = thread.messages.some((message) => message.kind === 'mine' && !hasFailed(message));
  return hasWritten && world.isOn('one_message_only', account, person) ? 'invite' : null;
}

/** Reveals hidden messages, removes messages that stayed at "Sending…", and adds messages that a fault requires. */
function prepareHistory(world: World, thread: Thread): void {
  const { account, person } = thread;
  revealHidden(thread);
  thread.messages = thread.messages.filter((message) => message.settledAt !== null);
  const texts = languageOf(world, account).texts;
  const hasTheirs = thread.messages.some((message) => message.kind === 'theirs');
  if (world.isOn('wrote_first', account, person) && thread.request === 'none') {
    if (!hasTheirs) appendMessage(thread, { kind: 'theirs', text: 'Hi! I like what you do.' });
    thread.request = 'waiting';
  }
  if (world.isOn('chat_words', account, person) && !hasTheirs) {
    appendMessage(thread, { kind: 'theirs', text: `${texts.tryAgainLater}. ${texts.weLimit}` });
  }
}
