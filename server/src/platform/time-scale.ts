import { sandboxFactor } from '@sandpiper/contract/limits';
import type { Config } from './config.ts';

/** Seconds of waiting time: divided by 100 in sandbox mode. */
export function scaledSeconds(config: Config, seconds: number): number {
  return config.sandbox ? seconds / sandboxFactor : seconds;
}
