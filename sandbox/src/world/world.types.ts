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
  /** The code page that the sign-in is at, between the password and the feed. */
  pendingCode: 'two_factor' | 'two_step' | 'code_entry' | null;
  sends: number;
  prompts: { raised: number; accepted: number; dismissed: number };
  prioritised: string[];
  /** The addresses of pages that failed and will open the next time. */
  brokenPages: Set<string>;
  /** How often the "…" on a post in the feed was pressed. */
  postMenus: number;
}

export interface Person {
  username: string;
  name: string;
  /** In a group: the only person who wrote. */
  onlyWriter?: Person;
  states: Set<FaultName>;
}

export interface Message {
  id: number;
  /** The site's id for it, as in the answer to the request that sends it. */
  messageId: string;
  /** The client's key for a typed message, which connects the bubble that is shown at once with the stored message. */
  key: string | null;
  kind: 'mine' | 'theirs' | 'notice';
  text: string;
  at: number;
  /** When it's shown; `null` means not before the next page load. */
  shownAt: number | null;
  /** When "Sending…" ends; `null` means never. */
  settledAt: number | null;
  /** When "Failed to send" appears; `null` means never. */
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
