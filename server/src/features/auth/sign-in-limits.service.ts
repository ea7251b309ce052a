import { AttemptLimit } from '../../platform/http/attempt-limit.ts';
import type { AttemptStore } from '../../platform/http/attempt-limit.ts';
import { networkOf, subscriberOf } from '../../platform/http/network.ts';
import { lowerCaseOf } from './auth.store.ts';
import { isKnownNetwork } from './known-sign-ins.store.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const tooMany = 'Too many attempts.';

export type SignInLimits = {
  /**
   * Counts an attempt before the password is checked, so that parallel attempts can't bypass the limits. Call `succeeded` to stop
   * counting a successful attempt. `isLast` means that the next attempt in this time window will be refused.
   */
  begin: (address: string, username: string) => Promise<{ isLast: boolean; succeeded: () => Promise<void> }>;
  /** Returns an attempt that an earlier request began and this request may complete with the correct two-factor code. */
  resume: (address: string, username: string) => Promise<{ succeeded: () => Promise<void> }>;
  beginRegistration: (address: string) => Promise<void>;
};

type Count = { limit: AttemptLimit; key: string };

/**
 * Counts an attempt against all limits. If one of the limits was already reached, counts the attempt against none of them and throws, so
 * that someone who retries after being blocked doesn't use up the limit of everyone else at the same address.
 */
async function takeAll(counts: readonly Count[]): Promise<number[]> {
  const left: number[] = [];
  for (const { limit, key } of counts) {
    try {
      left.push(await limit.take(key, tooMany));
    } catch (error) {
      await giveBackAll(counts.slice(0, left.length));
      throw error;
    }
  }
  return left;
}

async function giveBackAll(counts: readonly Count[]): Promise<void> {
  for (const { limit, key } of counts) await limit.giveBack(key);
}

/**
 * Address-based limits count attempts per subscriber, not per IP address, because a single IPv6 subscriber has countless addresses.
 */
export function createSignInLimits(store: AttemptStore): SignInLimits {
  const byNameAndAddress = new AttemptLimit(store, { name: 'sign-in by name', limit: 10, windowSeconds: quarterHour });
  const byAddress = new AttemptLimit(store, { name: 'sign-in', limit: 100, windowSeconds: quarterHour });
  const byName = new AttemptLimit(store, { name: 'sign-in from anywhere', limit: 100, windowSeconds: hour });
  const registrations = new AttemptLimit(store, { name: 'registration', limit: 100, windowSeconds: hour });
  const countsOf = async (address: string, username: string): Promise<Count[]> => {
    const name = await lowerCaseOf(store.db, username);
    const place = subscriberOf(address);
    const counts = [
      { limit: byAddress, key: place },
      { limit: byNameAndAddress, key: `${place} ${name}` },
    ];
    // Attempts from the user's usual networks don't count against the limit per name. Otherwise, someone with many IP addresses could lock
    // the user out.
    const isUsual = await isKnownNetwork(store.db, name, networkOf(address));
    return isUsual ? counts : [...counts, { limit: byName, key: name }];
  };
  return {
    begin: async (address, username) => {
      const counts = await countsOf(address, username);
      const left = await takeAll(counts);
      return { isLast: left.includes(0), succeeded: () => giveBackAll(counts) };
    },
    resume: async (address, username) => {
      const counts = await countsOf(address, username);
      return { succeeded: () => giveBackAll(counts) };
    },
    beginRegistration: async (address) => {
      await registrations.take(subscriberOf(address), tooMany);
    },
  };
}
