import type { Database } from '../../platform/database/database.ts';
import { AttemptLimit } from '../../platform/http/attempt-limit.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const tooMany = 'Too many attempts. Wait a few minutes and try again.';

export type SignInLimits = {
  /** Counts an attempt before checking it, so that parallel attempts count too. A success is taken back. */
  begin: (address: string, name: string) => Promise<{ succeeded: () => Promise<void> }>;
  /** Takes back an attempt that succeeded only in a later call. */
  succeeded: (address: string, name: string) => Promise<void>;
  beginRegistration: (address: string) => Promise<void>;
};

export function createSignInLimits(db: Database): SignInLimits {
  const byNameAndAddress = new AttemptLimit(db, { name: 'sign-in by name', limit: 10, windowSeconds: quarterHour });
  const byAddress = new AttemptLimit(db, { name: 'sign-in', limit: 100, windowSeconds: quarterHour });
  const registrations = new AttemptLimit(db, { name: 'registration', limit: 100, windowSeconds: hour });
  const succeeded = async (address: string, name: string) => {
    await byAddress.giveBack(address);
    await byNameAndAddress.giveBack(`${address} ${name}`);
  };
  return {
    begin: async (address, name) => {
      await byAddress.take(address, tooMany);
      await byNameAndAddress.take(`${address} ${name}`, tooMany);
      return { succeeded: () => succeeded(address, name) };
    },
    succeeded,
    beginRegistration: (address) => registrations.take(address, tooMany),
  };
}
