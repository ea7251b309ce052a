import type { FaultName, GateName } from '../faults/fault.catalogue.ts';
import type { Language } from '../texts/languages.ts';

export interface Account {
  username: string;
  password: string;
  name: string;
  /** What the `ds_user_id` cookie holds. */
  id: string;
  language: Language;
  states: Set<FaultName>;
  gate: GateName | null;
  /** A code page between the password and the feed. */
  pendingCode: 'two_factor' | 'two_step' | 'code_entry' | null;
  sends: number;
  prompts: { raised: number; accepted: number; dismissed: number };
  prioritised: string[];
}

export interface Person {
  username: string;
  name: string;
  /** Of a group: the one who wrote in it. */
  onlyWriter?: Person;
  states: Set<FaultName>;
}

export interface Message {
  id: number;
  /** The client's own key of a message typed there, so that the bubble shown at once and the stored one are one. */
  key: string | null;
  kind: 'mine' | 'theirs' | 'notice';
  text: string;
  at: number;
  /** Not shown before; `null` only after the next load of the page. */
  shownAt: number | null;
  /** "Sending…" until then; `null` for ever. */
  settledAt: number | null;
  /** "Failed to send" from then on; `null`: never. */
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
