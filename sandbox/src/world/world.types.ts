import type { FaultName, GateName } from '../faults/fault.catalog.ts';
import type { Language } from '../texts/languages.ts';

export interface Account {
  username: string;
  password: string;
  name: string;
  /** The value of the `ds_user_id` cookie. */
  id: string;
  language: Language;
  states: Set<FaultName>;
  gate: GateName | null;
  /** The code page between the password and the feed. */
  pendingCode: 'two_factor' | 'two_step' | 'code_entry' | null;
  sends: number;
  prompts: { raised: number; accepted: number; dismissed: number };
  prioritised: string[];
  /** The addresses of pages that failed and open the next time. */
  brokenPages: Set<string>;
  /** How often the "…" of a post in the feed was pressed. */
  postMenus: number;
}

export interface Person {
  username: string;
  name: string;
  /** The only author in a group. */
  onlyWriter?: Person;
  states: Set<FaultName>;
}

export interface Message {
  id: number;
  /** The site's name for it, as in the answer to the request that sends it. */
  messageId: string;
  /** The client's key of a typed message, which connects the bubble shown at once with the stored message. */
  key: string | null;
  kind: 'mine' | 'theirs' | 'notice';
  text: string;
  at: number;
  /** When it is shown; `null` until the next page load. */
  shownAt: number | null;
  /** When "Sending…" ends; `null` for never. */
  settledAt: number | null;
  /** When "Failed to send" appears; `null` for never. */
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
