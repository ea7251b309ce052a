import { delayRange, retriesRange } from '@sandpiper/contract/limits';
import type { Settings } from '@sandpiper/contract/settings';
import { formatCount } from '../../platform/dates.ts';

/** As typed. */
export type AutomationTexts = { [Field in keyof Settings]: string };
export type AutomationErrors = Partial<Record<keyof Settings, string>>;

/** The whole number at the start of the text; 0 where there is none. */
export function integerOf(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isSafeInteger(value) ? value : 0;
}

export function settingsOf(texts: AutomationTexts): Settings {
  return {
    max_retries: integerOf(texts.max_retries),
    delay_start: integerOf(texts.delay_start),
    delay_end: integerOf(texts.delay_end),
  };
}

export function textsOf(settings: Settings): AutomationTexts {
  return {
    max_retries: String(settings.max_retries),
    delay_start: String(settings.delay_start),
    delay_end: String(settings.delay_end),
  };
}

const isWithin = (value: number, range: { min: number; max: number }) => value >= range.min && value <= range.max;

/** What has to be mended before saving; empty when nothing has. */
export function automationErrorsOf({ max_retries, delay_start, delay_end }: Settings): AutomationErrors {
  const errors: AutomationErrors = {};
  if (!isWithin(max_retries, retriesRange)) errors.max_retries = 'Max retries must be between 1 and 10';
  if (!isWithin(delay_start, delayRange)) errors.delay_start = 'Delay start must be between 30 and 3600 seconds';
  if (!isWithin(delay_end, delayRange)) errors.delay_end = 'Delay end must be between 30 and 3600 seconds';
  else if (delay_end < delay_start) errors.delay_end = 'Delay end must be greater than or equal to delay start';
  return errors;
}

/** What the two delays mean for one account, such as "8 to 10 messages an hour", where they pass so many times faster. */
export function paceText({ delay_start, delay_end }: Settings, speed = 1): string {
  const least = Math.floor((3600 * speed) / delay_end);
  const most = Math.floor((3600 * speed) / delay_start);
  if (least === most) return `${formatCount(least)} message${least === 1 ? '' : 's'} an hour`;
  return `${formatCount(least)} to ${formatCount(most)} messages an hour`;
}
