import type { Texts } from '../texts/en.ts';

/** What the server tells the scripts of a page. */
export interface PageData {
  texts: Texts;
  view: PageView;
  /** Dialogs that rise with the page. */
  dialogs: DialogName[];
  /** A notification prompt rises this long after the page. */
  laterPromptMs: number | null;
  /** The badge is filled in this long after the page. */
  lateBadge: { afterMs: number; badge: Badge } | null;
}

export interface Badge {
  label: string | null;
  digits: string | null;
}

export type PageView = LoginView | ProfileView | ThreadView | InboxView | { kind: 'plain' };

export interface LoginView {
  kind: 'login';
  names: 'email' | 'username' | 'none';
  landing: 'form' | 'marketing' | 'chooser';
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
  hasInterstitial: boolean;
  promptMidClick: boolean;
  isPrivate: boolean;
  /** The thread of someone else's chat, which is docked already and stays until it is closed. */
  leftover: string | null;
  /** The buttons appear this long after the page. */
  buttonsMs: number;
}

export interface ThreadView {
  kind: 'thread';
  threadId: string;
}

export interface InboxView {
  kind: 'inbox';
  opensNewMessage: boolean;
  rows: 'button' | 'link';
  search: 'option' | 'checkbox';
  /** Results come this long after a key. */
  searchMs: number;
}

export interface PersonView {
  username: string;
  name: string;
  /** No link where the person is gone. */
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

/** What the site makes of the text of a message. */
export interface DrawingView {
  hasPreviews: boolean;
  isRedrawn: boolean;
  hasLinesAsBlocks: boolean;
  hasStrangeMarks: boolean;
}

export type ComposerView = 'lexical' | 'cannes' | 'textarea' | 'unknown';
export type BlockView = 'invite' | 'cannot_message' | 'request' | 'moving' | 'gone';
export type TypingPrompt = 'mid_typing' | 'before_enter' | 'takes_enter';

export interface ChatState {
  messages: MessageView[];
  /** What stands in place of the composer. */
  block: BlockView | null;
}

export interface ChatView extends ChatState {
  threadId: string;
  person: PersonView;
  /** To whose profile the link beside what they wrote leads. */
  writer: PersonView;
  drawing: DrawingView;
  composer: ComposerView;
  list: 'pagelet' | 'grid' | 'presentation' | 'unlabelled';
  typingPrompt: TypingPrompt | null;
  /** The history re-arranges this long after opening, for as long again. */
  rearrangesMs: number | null;
  /** The messages come this long after the rest, the list itself after half of that. */
  historyMs: number | null;
  /** What was typed stays where it is when it is sent. */
  keepsText: boolean;
}

export interface SendResult extends ChatState {
  dialog: DialogName | null;
  dialogAfterMs: number;
  /** Where the page goes instead. */
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
  | 'strange_notice'
  | 'rate_limit'
  | 'rate_limit_restrict'
  | 'action_blocked'
  | 'wait_few_minutes'
  | 'daily_limit';
