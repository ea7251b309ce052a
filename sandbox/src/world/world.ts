import type { AccountInput, Delivery, PersonInput, ResetBody } from '../control.schema.ts';
import { FaultBoard } from '../faults/fault-board.ts';
import type { FaultHit } from '../faults/fault-board.ts';
import type { FaultName } from '../faults/fault.catalog.ts';
import type { Language } from '../texts/languages.ts';
import { strangerName } from './strangers.ts';
import { appendMessage } from './thread.ts';
import type { Account, Person, Thread } from './world.types.ts';

/** The sandbox's complete state, kept in memory. */
export class World {
  readonly faults = new FaultBoard();
  readonly accounts = new Map<string, Account>();
  readonly people = new Map<string, Person>();
  /** People who weren't listed in the reset request: look-alikes in search results, groups, and accounts as other people see them. */
  readonly others = new Map<string, Person>();
  readonly threads = new Map<string, Thread>();
  readonly sessions = new Map<string, Account>();
  deliveries: Delivery[] = [];
  siteStates = new Set<FaultName>();
  siteLanguage: Language | undefined;
  timeScale = 0.2;
  /** How many times a sign-in form was submitted. */
  signIns = 0;
  /** By page and field: the latest text typed into a field that should stay empty, such as a field of a checkpoint. */
  readonly typed = new Map<string, { page: string; field: string; text: string }>();
  readonly #threadsByPair = new Map<string, Thread>();
  #nextThreadId = 17_842_000_000_001_000n;
  #nextAccountId = 61_000_000_001;

  reset(body: ResetBody): void {
    this.faults.clear();
    const { accounts, people, others, threads, sessions, typed } = this;
    for (const map of [accounts, people, others, threads, this.#threadsByPair, sessions, typed]) map.clear();
    this.deliveries = [];
    this.signIns = 0;
    this.siteStates = new Set(body.site.states);
    this.siteLanguage = body.site.language;
    this.timeScale = body.time_scale;
    for (const person of body.people) this.#addPerson(person);
    for (const account of body.accounts) this.#addAccount(account);
    for (const person of body.people) this.#addHistory(person);
  }

  /** Returns a hit if a fault applies because the account, the person or the site always has it, because of a rule, or by chance. */
  hit(name: FaultName, account: Account | null, person: Person | null = null): FaultHit | undefined {
    const isPinned = account ? account.states.has(name) : this.siteStates.has(name);
    if (isPinned || person?.states.has(name)) return { ms: undefined };
    return this.faults.ask(name, {
      account: account?.username ?? '',
      person: person?.username ?? '',
      sends: account?.sends ?? 0,
    });
  }

  isOn(name: FaultName, account: Account | null, person: Person | null = null): boolean {
    return this.hit(name, account, person) !== undefined;
  }

  /**
   * Returns how long a timed fault takes: the rule's own time if it has one, otherwise the real site's time multiplied by the
   * time scale.
   */
  delay(hit: FaultHit | undefined, realMs: number): number {
    return hit?.ms ?? Math.round(realMs * this.timeScale);
  }

  threadWith(account: Account, person: Person): Thread {
    const pair = `${account.username} ${person.username}`;
    const existing = this.#threadsByPair.get(pair);
    if (existing) return existing;
    const thread: Thread = {
      id: String(this.#nextThreadId),
      account,
      person,
      messages: [],
      isUnread: false,
      request: 'none',
    };
    this.#nextThreadId += 7n;
    this.threads.set(thread.id, thread);
    this.#threadsByPair.set(pair, thread);
    return thread;
  }

  unreadCount(account: Account): number {
    let count = 0;
    for (const thread of this.threads.values()) if (thread.account === account && thread.isUnread) count += 1;
    return count;
  }

  /**
   * Returns a look-alike: someone whose username begins with this person's username (at most 22 characters of it), and whose display name
   * is this person's username.
   */
  lookalikeOf(person: Person): Person {
    const username = `${person.username.slice(0, 22)}.fanpage`;
    const known = this.others.get(username);
    if (known) return known;
    const lookalike: Person = { username, name: person.username, states: new Set() };
    this.others.set(username, lookalike);
    return lookalike;
  }

  /** Returns a group in which only this person has written. */
  groupOf(person: Person): Person {
    const username = `group.of.${person.username}`;
    const known = this.others.get(username);
    if (known) return known;
    const group: Person = { username, name: 'Weekend plans', states: new Set(), onlyWriter: person };
    this.others.set(username, group);
    return group;
  }

  #addPerson(input: PersonInput): void {
    this.people.set(input.username, {
      username: input.username,
      name: input.name ?? displayName(input.username),
      states: new Set(input.states),
    });
  }

  #addAccount(input: AccountInput): void {
    const account: Account = {
      username: input.username,
      password: input.password,
      name: input.name ?? displayName(input.username),
      id: String(this.#nextAccountId++),
      language: input.language,
      states: new Set(input.states),
      checkpoint: null,
      pendingCode: null,
      sends: 0,
      prompts: { raised: 0, accepted: 0, dismissed: 0 },
      prioritised: [],
      brokenPages: new Set(),
      postMenus: 0,
    };
    this.accounts.set(account.username, account);
    for (let index = 0; index < input.unread; index += 1) {
      const username = strangerName(index);
      const stranger: Person = { username, name: displayName(username), states: new Set() };
      const thread = this.threadWith(account, stranger);
      const lines =
        index % 5 === 3
          ? ['Hi', 'Are you there?', 'I saw your post', 'Could you tell me more?']
          : ['Is this still available?'];
      for (const text of lines) appendMessage(thread, { kind: 'theirs', text });
      thread.isUnread = true;
    }
    this.others.set(account.username, { username: account.username, name: account.name, states: new Set() });
  }

  #addHistory(input: PersonInput): void {
    const person = this.people.get(input.username);
    for (const message of input.messages) {
      const account = this.accounts.get(message.account);
      if (!account || !person) continue;
      appendMessage(this.threadWith(account, person), {
        kind: message.from === 'me' ? 'mine' : 'theirs',
        text: message.text,
      });
    }
  }
}

function displayName(username: string): string {
  return username
    .split(/[._]+/u)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
