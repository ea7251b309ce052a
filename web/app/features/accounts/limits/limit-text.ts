import type { SendingLimit } from '@sandpiper/contract/account-limits';
import { accountLimitsTexts as texts } from './account-limits.texts.ts';

/** Describes an account's sending limit in words. `ceiling` is the server's maximum for any account, or undefined until it has loaded. */
export function limitText({ daily_limit, ramp }: SendingLimit, ceiling?: number): string {
  if (ramp !== null) return texts.ramped(ramp.start, ramp.step, daily_limit);
  if (daily_limit !== null) return texts.perDay(daily_limit);
  return ceiling === undefined ? texts.unprotected : texts.upTo(ceiling);
}
