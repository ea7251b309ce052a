import { dailyLimitMax, limitPresets, presetOf } from '@sandpiper/contract/account-limits';
import type { Hours, LimitPreset, Ramp, SendingLimit } from '@sandpiper/contract/account-limits';
import type { Account } from '@sandpiper/contract/accounts';
import { timeZone } from '../../../platform/dates.ts';
import { areHoursValid } from '../../../ui/hours-of-week.ts';
import { accountLimitsTexts as texts } from './account-limits.texts.ts';

/** How much an account sends and when, as typed into the form. */
export type LimitsInput = {
  preset: LimitPreset;
  daily_limit: string;
  ramp_start: string;
  ramp_step: string;
  /** Null means UTC. */
  timezone: string | null;
  hours: Hours;
};

function typed({ daily_limit, ramp }: SendingLimit) {
  return {
    daily_limit: String(daily_limit ?? ''),
    ramp_start: String(ramp?.start ?? ''),
    ramp_step: String(ramp?.step ?? ''),
  };
}

/** Returns the default limits for a new account. */
export function proposedLimits(): LimitsInput {
  return { preset: 'new', ...typed(limitPresets.new), timezone: timeZone, hours: null };
}

export function limitsInputOf(account: Account): LimitsInput {
  const preset = presetOf(account);
  // If the account has no limit, prefill the "Custom" fields with the recommended limit, in case the user switches to that
  // preset.
  const limit = preset === 'none' ? limitPresets.established : account;
  return { preset, ...typed(limit), timezone: account.timezone, hours: account.hours };
}

const isFilled = (text: string) => text.trim() !== '';

/** Converts the form's limits to request fields. */
export function limitsOf(input: LimitsInput) {
  const { preset, timezone, hours } = input;
  const limit = preset === 'custom' ? customLimit(input) : limitPresets[preset];
  return { daily_limit: limit.daily_limit, ramp: limit.ramp, timezone, hours: hours === null ? null : [...hours] };
}

function customLimit({ daily_limit, ramp_start, ramp_step }: LimitsInput): SendingLimit {
  const ramp: Ramp = { start: Number(ramp_start), step: Number(ramp_step) };
  return { daily_limit: Number(daily_limit), ramp: isFilled(ramp_start) && isFilled(ramp_step) ? ramp : null };
}

function problemOfNumber(text: string): string | null {
  const isRight = /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= dailyLimitMax;
  return isRight ? null : texts.dailyRequired(dailyLimitMax);
}

function problemOfRamp(text: string, other: string): string | null {
  if (!isFilled(text)) return isFilled(other) ? texts.rampWhole : null;
  return problemOfNumber(text);
}

export const limitsRules = {
  daily_limit: (text: string, { preset }: LimitsInput) => (preset === 'custom' ? problemOfNumber(text) : null),
  ramp_start: (text: string, { preset, ramp_step }: LimitsInput) =>
    preset === 'custom' ? problemOfRamp(text, ramp_step) : null,
  ramp_step: (text: string, { preset, ramp_start }: LimitsInput) =>
    preset === 'custom' ? problemOfRamp(text, ramp_start) : null,
  hours: (hours: Hours) => (areHoursValid(hours) ? null : texts.hoursWrong),
};

const limitFields = new Set(['daily_limit', 'ramp', 'timezone', 'hours']);

/** Whether the server's name for a field is about limits. The name can be that of a part, such as `ramp.step`. */
export const isLimitField = (name: string) => limitFields.has(name.split('.')[0] ?? name);

/** Maps the server's validation errors to form fields. The server names parts of fields, such as `ramp.step` or `hours.0.to`. */
export function limitsErrorsOf(fields: Record<string, string>, { preset }: LimitsInput): Record<string, string> {
  const named = Object.entries(fields).map(([field, text]): [string, string] => {
    const [first = field, part] = field.split('.');
    const isLimit = first === 'daily_limit' || first === 'ramp';
    if (isLimit && preset !== 'custom') return ['preset', text];
    if (first === 'ramp') return [part === 'step' ? 'ramp_step' : 'ramp_start', text];
    return [first, text];
  });
  return Object.fromEntries(named);
}
