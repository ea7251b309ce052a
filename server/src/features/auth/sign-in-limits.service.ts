import { AttemptLimit } from '../../platform/http/attempt-limit.ts';
import type { AttemptStore } from '../../platform/http/attempt-limit.ts';
import { networkOf, subscriberOf } from '../../platform/http/network.ts';
import { lowerCaseOf } from './auth.store.ts';
import { isKnownNetwork } from './known-sign-ins.store.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const tooMany = 'Too many attempts. Wait a few minutes and try again.';

export type SignInLimits = {
  /**
   * Counts an attempt before the password is checked, so that parallel attempts can't bypass the limits. Call `succeeded` to stop
   * counting a successful attempt. `isLast` means that the next attempt in this time window will be refused.
   */
  begin: (address: string, username: string) => Promise<{ isLast: boolean; succeeded: () => Promise<void> }>;
  /** Stops counting an earlier attempt that a later request has completed with the correct two-factor code. */
  succeeded: (address: string, username: string) => Promise<void>;
  beginRegistration: (address: string) => Promise<void>;
};

/**
 * Address-based limits count attempts per subscriber, not per IP address, because a single IPv6 subscriber has countless addresses.
 */
export function createSignInLimits(store: AttemptStore): SignInLimits {
  const byNameAndAddress = new AttemptLimit(store, { name: 'sign-in by name', limit: 10, windowSeconds: quarterHour });
  const byAddress = new AttemptLimit(store, { name: 'sign-in', limit: 100, windowSeconds: quarterHour });
  const byName = new AttemptLimit(store, { name: 'sign-in from anywhere', limit: 100, windowSeconds: hour });
  const registrations = new AttemptLimit(store, { name: 'registration', limit: 100, windowSeconds: hour });
  const succeeded = async (address: string, username: string) => {
    const name = await lowerCaseOf(store.db, username);
    await byAddress.giveBack(subscriberOf(address));
    await byNameAndAddress.giveBack(`${subscriberOf(address)} ${name}`);
    await byName.giveBack(name);
  };
  return {
    begin: async (address, username) => {
      const name = await lowerCaseOf(store.db, username);
      const place = subscriberOf(address);
      const left = [await byAddress.take(place, tooMany), await byNameAndAddress.take(`${place} ${name}`, tooMany)];
      // Attempts from the user's usual networks don't count against the limit per name. Otherwise, someone with many IP
      // addresses could lock the user out.
      const isUsual = await isKnownNetwork(store.db, name, networkOf(address));
      if (!isUsual) left.push(await byName.take(name, tooMany));
      return { isLast: left.includes(0), succeeded: () => succeeded(address, username) };
    },
    succeeded,
    beginRegistration: async (address) => {
      await registrations.take(subscriberOf(address), tooMany);
    },
  };
}
