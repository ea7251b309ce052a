import type { FaultName, CheckpointName } from '../faults/fault.catalog.ts';
import type { Language } from '../texts/languages.ts';

export interface Account {
  username: string;
  password: string;
  name: string;
  /** The value of the account's `ds_user_id` cookie. */
  id: string;
  language: Language;
  states: Set<FaultName>;
  checkpoint: CheckpointName | null;
  /** The page that asks for a code during a sign-in, after the password was accepted. Null if no sign-in is waiting for a code. */
  pendingCode: 'two_factor' | 'two_step' | 'code_entry' | null;
  sends: number;
  prompts: { raised: number; accepted: number; dismissed: number };
  prioritised: string[];
  /** The URLs of pages that have failed once. These pages work the next time. */
  brokenPages: Set<string>;
  /** How many times the "…" button on a post in the feed was pressed. */
  postMenus: number;
}

export interface Person {
  username: string;
  name: string;
  /** For a group: the only member who has written. */
  onlyWriter?: Person;
  states: Set<FaultName>;
}

export interface Message {
  id: number;
  /** The site's ID for the message, as in the response to the request that sends it. */
  messageId: string;
  /** The client's key for a message sent from the composer. Null for other messages. The site returns it as `offline_threading_id`. */
  key: string | null;
  kind: 'mine' | 'theirs' | 'notice';
  text: string;
  at: number;
  /** When the message appears. Null means not before the next page load. */
  shownAt: number | null;
  /** When "Sending…" disappears. Null means not before the next page load, which removes the message. */
  settledAt: number | null;
  /** When "Failed to send" appears. Null means never. */
  failedAt: number | null;
}

export interface Thread {
  id: string;
  account: Account;
  person: Person;
  messages: Message[];
  isUnread: boolean;
  request: 'none' | 'waiting' | 'moving' | 'accepted' | 'blocked' | 'deleted';
}
