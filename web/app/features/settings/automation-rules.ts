import {
  delayRange,
  retriesRange,
  sandboxFactor,
  sandboxWorkSeconds,
  usualWorkSeconds,
} from '@sandpiper/contract/limits';
import type { Settings } from '@sandpiper/contract/settings';
import { settingsTexts } from './settings.texts.ts';

const texts = settingsTexts.automation;

/** The form's values as typed. */
export type AutomationInput = { [Field in keyof Settings]: string };
export type AutomationErrors = Partial<Record<keyof Settings, string>>;

/** Parses the integer at the start of the text. Returns 0 if there is no integer or if it is too large. */
export function integerOf(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isSafeInteger(value) ? value : 0;
}

export function settingsOf(input: AutomationInput): Settings {
  return {
    max_retries: integerOf(input.max_retries),
    delay_start: integerOf(input.delay_start),
    delay_end: integerOf(input.delay_end),
  };
}

export function inputOf(settings: Settings): AutomationInput {
  return {
    max_retries: String(settings.max_retries),
    delay_start: String(settings.delay_start),
    delay_end: String(settings.delay_end),
  };
}

const isWithin = (value: number, range: { min: number; max: number }) => value >= range.min && value <= range.max;

/** Validates the settings. Returns the error message for each invalid field. */
export function automationErrorsOf({ max_retries, delay_start, delay_end }: Settings): AutomationErrors {
  const errors: AutomationErrors = {};
  if (!isWithin(max_retries, retriesRange)) errors.max_retries = texts.retriesOutOfRange;
  if (!isWithin(delay_start, delayRange)) errors.delay_start = texts.delayStartOutOfRange;
  if (!isWithin(delay_end, delayRange)) errors.delay_end = texts.delayEndOutOfRange;
  else if (delay_end < delay_start) errors.delay_end = texts.delaysReversed;
  return errors;
}

/** Returns about how many messages per hour one account sends with these delays: with the longest and with the shortest. */
export function hourlyRange({ delay_start, delay_end }: Settings, isSandbox: boolean): [least: number, most: number] {
  const [speed, work] = isSandbox ? [sandboxFactor, sandboxWorkSeconds] : [1, usualWorkSeconds];
  const rate = (delay: number) => Math.round(3600 / (delay / speed + work));
  return [rate(delay_end), rate(delay_start)];
}
