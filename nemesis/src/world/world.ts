import type { StopReason } from '@sandpiper/contract/reasons';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { reasonOf } from '@sandpiper/contract/reasons';
import { trueNow } from '../time/virtual-time.ts';
import { traitOf } from './traits.ts';
import type { Trait } from './traits.ts';

/** A message that was really sent. */
export type Send = {
  account: number;
  computer: number;
  person: string;
  text: string;
  /** When the message was sent, by the history's clock. */
  at: number;
  claim: ClaimedDelivery;
  /** When the account's delay before its next message ends. The server chose the delay when it gave the go-ahead. */
  pausedUntil: number;
  /** When the message appears in the conversation. Infinity if it never does. */
  showsFrom: number;
  /** The message's position in the history. */
  order: number;
  /** Whether the database has lost the message's go-ahead. */
  isForgotten: boolean;
  /** Whether the computer's journal was replaced by an older copy without the message's entry. */
  isNoteLost: boolean;
};

type Stop = { reason: StopReason; until: number | null };

export type World = {
  sends: Send[];
  traitOf: (person: string) => Trait;
  /** Makes Instagram stop an account. */
  stopAccount: (account: number, reason: StopReason) => void;
  /** Returns why Instagram is stopping an account, or null if it isn't. */
  stopReasonOf: (account: number) => StopReason | null;
  /** Does what Instagram asked the account's owner to do. */
  liftStop: (account: number) => void;
  /** For each account, the computer that has its Firefox profile. */
  homes: Map<number, number>;
  /** For each account, all the reasons why Instagram has stopped it so far. */
  stopReasons: Map<number, Set<StopReason>>;
  /** For each account, the people whose pages weren't as expected. */
  unexpectedPages: Map<number, Set<string>>;
  /** For each person, the account they have written to. */
  writtenTo: Map<string, number>;
  /** For each person whose page loads slowly, how often it was opened. */
  visits: Map<string, number>;
};

const restMs = 24 * 3_600_000;

export function createWorld(seed: string): World {
  const current = new Map<number, Stop>();
  const stopReasons = new Map<number, Set<StopReason>>();
  const traits = new Map<string, Trait>();
  return {
    sends: [],
    homes: new Map(),
    stopReasons,
    unexpectedPages: new Map(),
    writtenTo: new Map(),
    visits: new Map(),
    traitOf: (person) => {
      const known = traits.get(person) ?? traitOf(seed, person);
      traits.set(person, known);
      return known;
    },
    stopAccount: (account, reason) => {
      const isTimed = reasonOf(reason).hold === 'timed';
      current.set(account, { reason, until: isTimed ? trueNow() + restMs : null });
      stopReasons.set(account, (stopReasons.get(account) ?? new Set()).add(reason));
    },
    stopReasonOf: (account) => {
      const found = current.get(account);
      if (found === undefined || (found.until !== null && found.until <= trueNow())) return null;
      return found.reason;
    },
    liftStop: (account) => void current.delete(account),
  };
}

/** Returns the messages that an account has sent to a person, oldest first. */
export function conversation(world: World, account: number, person: string): Send[] {
  return world.sends.filter((send) => send.account === account && send.person === person);
}

/** Records that an account encountered an unexpected page, so that the checks can tell justified holds from unjustified ones. */
export function noteUnexpectedPage(world: World, account: number, person: string): void {
  world.unexpectedPages.set(account, (world.unexpectedPages.get(account) ?? new Set()).add(person));
}

/**
 * Checks whether a person with the trait `wrote_first` has written to this account. The person writes to the first account that
 * opens their page.
 */
export function hasWrittenTo(world: World, account: number, person: string): boolean {
  if (!world.writtenTo.has(person)) world.writtenTo.set(person, account);
  return world.writtenTo.get(person) === account;
}

/** Counts a visit to a person's slow page. Returns the number of earlier visits. */
export function visit(world: World, person: string): number {
  const before = world.visits.get(person) ?? 0;
  world.visits.set(person, before + 1);
  return before;
}
