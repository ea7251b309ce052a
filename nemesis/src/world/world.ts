import type { StopReason } from '@sandpiper/contract/reasons';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { reasonOf } from '@sandpiper/contract/reasons';
import { trueNow } from '../time/virtual-time.ts';
import { traitOf } from './traits.ts';
import type { Trait } from './traits.ts';

/** A message that really left. */
export type Send = {
  account: number;
  computer: number;
  person: string;
  text: string;
  /** True time. */
  at: number;
  claim: ClaimedDelivery;
  /** When the history shows it; infinity: never. */
  showsFrom: number;
  /** Its place among everything that happened. */
  order: number;
  /** The database lost that it said "go ahead". */
  isForgotten: boolean;
  /** Its computer's journal was replaced by an older copy that does not have it. */
  isNoteLost: boolean;
};

type Stop = { reason: StopReason; until: number | null };

export type World = {
  sends: Send[];
  traitOf: (person: string) => Trait;
  /** Instagram begins to object to an account. */
  object: (account: number, reason: StopReason) => void;
  objectionTo: (account: number) => StopReason | null;
  /** The account's owner has done what Instagram wanted. */
  appease: (account: number) => void;
  /** Which computer has the account's Firefox profile. */
  homes: Map<number, number>;
  /** Everything Instagram ever objected to, by account. */
  objections: Map<number, Set<StopReason>>;
  /** At whom an account met pages that were not as expected. */
  oddities: Map<number, Set<string>>;
  /** How often somebody's page was looked at. */
  visits: Map<string, number>;
};

const restMs = 24 * 3_600_000;

export function createWorld(seed: string): World {
  const current = new Map<number, Stop>();
  const objections = new Map<number, Set<StopReason>>();
  const traits = new Map<string, Trait>();
  return {
    sends: [],
    homes: new Map(),
    objections,
    oddities: new Map(),
    visits: new Map(),
    traitOf: (person) => {
      const known = traits.get(person) ?? traitOf(seed, person);
      traits.set(person, known);
      return known;
    },
    object: (account, reason) => {
      const isTimed = reasonOf(reason).hold === 'timed';
      current.set(account, { reason, until: isTimed ? trueNow() + restMs : null });
      objections.set(account, (objections.get(account) ?? new Set()).add(reason));
    },
    objectionTo: (account) => {
      const found = current.get(account);
      if (found === undefined || (found.until !== null && found.until <= trueNow())) return null;
      return found.reason;
    },
    appease: (account) => void current.delete(account),
  };
}

/** An account's own messages to a person, oldest first. */
export function conversation(world: World, account: number, person: string): Send[] {
  return world.sends.filter((send) => send.account === account && send.person === person);
}

/** A person to whom something unusual happens is counted, so that a hold for it can be told from one without a cause. */
export function noteOddity(world: World, account: number, person: string): void {
  world.oddities.set(account, (world.oddities.get(account) ?? new Set()).add(person));
}

/** Counts the looks at somebody's page; answers how many there were before. */
export function visit(world: World, person: string): number {
  const before = world.visits.get(person) ?? 0;
  world.visits.set(person, before + 1);
  return before;
}
