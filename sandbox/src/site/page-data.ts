import type { Texts } from '../texts/en.ts';

/** The data for a page's scripts. All times are in milliseconds. */
export interface PageData {
  texts: Texts;
  view: PageView;
  /** Dialogs that the page shows as soon as it has loaded. */
  dialogs: DialogName[];
  /** The delay until a notification prompt appears. Null if none appears later. */
  laterPromptMs: number | null;
  /** The badge that appears after a delay. Null if none appears later. */
  lateBadge: { afterMs: number; badge: Badge } | null;
}

export interface Badge {
  label: string | null;
  digits: string | null;
}

export type PageView =
  | LoginView
  | ProfileView
  | ThreadView
  | InboxView
  | CheckpointView
  | StoriesView
  | { kind: 'feed' }
  | { kind: 'plain' };

export interface CheckpointView {
  kind: 'checkpoint';
  /** Whether the page continues automatically once the checkpoint is cleared. */
  waits: boolean;
}

export interface StoriesView {
  kind: 'stories';
  person: PersonView;
}

export interface LoginView {
  kind: 'login';
  names: 'email' | 'username' | 'none';
  landing: 'form' | 'marketing' | 'chooser' | 'remembered';
  hasNewWords: boolean;
  hasExtraButtons: boolean;
  hasPlainError: boolean;
  next: string;
  lastUser: string | null;
}

export interface ProfileView {
  kind: 'profile';
  person: PersonView;
  message: 'button' | 'menu' | 'hidden';
  opens: 'docked' | 'thread';
  /** Someone else's thread, which "Message" opens in the inbox by mistake. Null if "Message" works as usual. */
  strayThread: string | null;
  dock: DockView;
  hasStories: boolean;
  hasLinks: boolean;
  hasInterstitial: boolean;
  promptMidClick: boolean;
  isPrivate: boolean;
  /** The thread of another chat that is already docked and stays until it is closed. Null if there is none. */
  leftover: string | null;
  /** The delay until the profile's buttons appear. */
  buttonsMs: number;
  /** The delay until the "…" menu shows its items. */
  menuMs: number;
}

/** The `data-pagelet` of the element around docked chats. Null if there is no such element. */
export type DockView = 'IGDChatTabsRootContentOffMsys' | 'IGDChatTabsRootContent' | null;

/** The list of threads, which the inbox and the page of a single thread show. */
export interface ThreadListView {
  rows: 'button' | 'link';
  hasNotes: boolean;
  /** Whether the list has its pagelet, role and label. */
  isNamed: boolean;
  search: SearchView;
}

export interface ThreadView extends ThreadListView {
  kind: 'thread';
  threadId: string;
}

export interface InboxView extends ThreadListView {
  kind: 'inbox';
  opensNewMessage: boolean;
}

export interface SearchView {
  rows: 'option' | 'checkbox';
  isNamed: boolean;
  isHandleFirst: boolean;
  /** The delay between a key press and the search results. */
  delayMs: number;
}

export interface PersonView {
  username: string;
  name: string;
  /** The link to the person's profile. Null for a group, or if the profile is gone. */
  href: string | null;
}

export interface MessageView {
  id: number;
  key: string | null;
  kind: 'mine' | 'theirs' | 'notice';
  text: string;
  isSending: boolean;
  isFailed: boolean;
}

/** How the site displays messages. */
export interface DrawingView {
  hasPreviews: boolean;
  isRedrawn: boolean;
  hasLinesAsBlocks: boolean;
  hasStrangeMarks: boolean;
  /** Whether each message is a row with the role `group` and a bubble with the role `presentation`, and dates appear between messages. */
  isGrouped: boolean;
  /** Whether only the last of several consecutive incoming messages shows who wrote it. */
  hasAvatarOnLast: boolean;
  /** Whether all messages take up the full width. */
  isFullWidth: boolean;
  /** Whether the list's scroll position is 0 at the newest message, and negative above it. */
  isReversed: boolean;
}

export type ComposerView = 'lexical' | 'cannes' | 'textarea' | 'unknown';
export type BlockView = 'invite' | 'request_sent' | 'cannot_message' | 'request' | 'moving' | 'gone';
export type TypingPrompt = 'mid_typing' | 'before_enter' | 'takes_enter';

export interface ChatState {
  messages: MessageView[];
  /** What is shown in place of the composer. Null if the composer is shown. */
  block: BlockView | null;
  /** Differs between any two states of a conversation. */
  digest: string;
}

export interface ChatView extends ChatState {
  threadId: string;
  sending: SendingView;
  person: PersonView;
  /** The profile behind the link next to incoming messages. */
  writer: PersonView;
  drawing: DrawingView;
  composer: ComposerView;
  list: 'pagelet' | 'open' | 'grid' | 'presentation' | 'unlabelled';
  /** The kind of header above the chat. `heading` is like `labelled`, but without a pagelet. */
  head: 'link' | 'labelled' | 'heading';
  typingPrompt: TypingPrompt | null;
  /** Whether a dialog first asks which kind of message to send. */
  hasInterstitial: boolean;
  /** The delay until only the newest message is shown, and how long this lasts. Null if this never happens. */
  rearrangesMs: number | null;
  /** The delay until the messages appear. Null if there is no delay. The empty list appears after half the delay. */
  historyMs: number | null;
  /** Whether the text stays in the composer after it has been sent. */
  keepsText: boolean;
}

/** The format of the request that sends a message. */
export interface SendingView {
  name: string;
  hasPlainText: boolean;
}

export interface SendResult extends ChatState {
  dialog: DialogName | null;
  dialogAfterMs: number;
  /** The URL that the page goes to. Null if it stays where it is. */
  goTo: string | null;
}

export interface InboxRow {
  threadId: string;
  name: string;
  snippet: string;
  age: string;
  isUnread: boolean;
}

export interface SearchResult {
  username: string;
  name: string;
}

export type DialogName =
  | 'notifications'
  | 'save_login'
  | 'cookie_dialog'
  | 'cookie_dialog_2022'
  | 'cookie_dialog_2020'
  | 'harmless_try_again'
  | 'quiet_mode_notice'
  | 'meta_accounts_notice'
  | 'strange_notice'
  | 'strange_form'
  | 'rate_limit'
  | 'rate_limit_restrict'
  | 'action_blocked'
  | 'wait_few_minutes'
  | 'daily_limit';
