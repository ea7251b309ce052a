import { sandboxFactor } from '@sandpiper/contract/limits';
import type { Config } from './config.ts';

/** Scales a delay in seconds: divides it by 100 in sandbox mode. */
export function scaledSeconds(config: Config, seconds: number): number {
  return config.sandbox ? seconds / sandboxFactor : seconds;
}

const daySeconds = 86_400;

/** Returns the number of seconds in a day, which is lower in sandbox mode. */
export function oneDay(config: Config): number {
  return scaledSeconds(config, daySeconds);
}
