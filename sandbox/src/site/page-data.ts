import type { Texts } from '../texts/en.ts';

/** The data for the scripts of a page. Times are in milliseconds. */
export interface PageData {
  texts: Texts;
  view: PageView;
  /** Dialogs that appear with the page. */
  dialogs: DialogName[];
  /** Delay until a notification prompt appears. */
  laterPromptMs: number | null;
  /** Delay until the badge is filled. */
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
  | GateView
  | StoriesView
  | { kind: 'feed' }
  | { kind: 'plain' };

export interface GateView {
  kind: 'gate';
  /** The page continues by itself once the account may pass. */
  waits: boolean;
}

/** The stories of a person, as a page. */
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
  /** The thread of another person, which the inbox shows when "Message" leads there instead. */
  strayThread: string | null;
  dock: DockView;
  hasStories: boolean;
  hasLinks: boolean;
  hasInterstitial: boolean;
  promptMidClick: boolean;
  isPrivate: boolean;
  /** The thread of another person's chat, which is already docked and stays until it is closed. */
  leftover: string | null;
  /** Delay until the buttons appear. */
  buttonsMs: number;
  /** Delay until the "…" menu has its items. */
  menuMs: number;
}

/** The pagelet around docked chats. */
export type DockView = 'IGDChatTabsRootContentOffMsys' | 'IGDChatTabsRootContent' | null;

/** What the inbox and a thread have in common. */
export interface ThreadListView {
  rows: 'button' | 'link';
  hasNotes: boolean;
  /** The list has its pagelet, role and label. */
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
  /** Delay between a key and the results. */
  delayMs: number;
}

export interface PersonView {
  username: string;
  name: string;
  /** Missing when the person is gone. */
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

/** How the site shows the text of messages. */
export interface DrawingView {
  hasPreviews: boolean;
  isRedrawn: boolean;
  hasLinesAsBlocks: boolean;
  hasStrangeMarks: boolean;
  /** Rows as groups of bubbles for presentation, with dates between them. */
  isGrouped: boolean;
  /** Only the last incoming message of a row of them shows who wrote it. */
  hasAvatarOnLast: boolean;
  /** Own and incoming messages take the whole width. */
  isFullWidth: boolean;
}

export type ComposerView = 'lexical' | 'cannes' | 'textarea' | 'unknown';
export type BlockView = 'invite' | 'request_sent' | 'cannot_message' | 'request' | 'moving' | 'gone';
export type TypingPrompt = 'mid_typing' | 'before_enter' | 'takes_enter';

export interface ChatState {
  messages: MessageView[];
  /** What replaces the composer. */
  block: BlockView | null;
}

export interface ChatView extends ChatState {
  threadId: string;
  sending: SendingView;
  person: PersonView;
  /** The profile that the link beside their messages leads to. */
  writer: PersonView;
  drawing: DrawingView;
  composer: ComposerView;
  list: 'pagelet' | 'open' | 'grid' | 'presentation' | 'unlabelled';
  /** `heading`: as `labelled`, without a pagelet. */
  head: 'link' | 'labelled' | 'heading';
  typingPrompt: TypingPrompt | null;
  /** Delay until the history rearranges, and how long that lasts. */
  rearrangesMs: number | null;
  /** Delay until the messages appear; the list appears after half of it. */
  historyMs: number | null;
  /** The text stays in the composer after sending. */
  keepsText: boolean;
}

/** How the page writes the request of a message. */
export interface SendingView {
  name: string;
  hasPlainText: boolean;
}

export interface SendResult extends ChatState {
  dialog: DialogName | null;
  dialogAfterMs: number;
  /** Where the page redirects. */
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
