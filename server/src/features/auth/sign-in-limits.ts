import { AttemptLimit } from '../../platform/http/attempt-limit.ts';

const quarterHourMs = 15 * 60_000;
const hourMs = 60 * 60_000;
const tooMany = 'There were too many attempts. Wait a few minutes and try again.';

export type SignInLimits = {
  /** Counts an attempt before it is checked, so that many at once count too; a success is taken back. */
  begin: (address: string, name: string) => { succeeded: () => void };
  beginRegistration: (address: string) => void;
};

export function createSignInLimits(): SignInLimits {
  const byNameAndAddress = new AttemptLimit(10, quarterHourMs);
  const byAddress = new AttemptLimit(100, quarterHourMs);
  const registrations = new AttemptLimit(100, hourMs);
  return {
    begin: (address, name) => {
      const key = `${address} ${name}`;
      byAddress.take(address, tooMany);
      byNameAndAddress.take(key, tooMany);
      return {
        succeeded: () => {
          byAddress.giveBack(address);
          byNameAndAddress.giveBack(key);
        },
      };
    },
    beginRegistration: (address) => registrations.take(address, tooMany),
  };
}
