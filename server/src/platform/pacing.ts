import { sandboxFactor } from '@sandpiper/contract/limits';
import type { Config } from './config.ts';

/** Seconds as they pass here: a hundred times faster in the sandbox. */
export function pacedSeconds(config: Config, seconds: number): number {
  return config.sandbox ? seconds / sandboxFactor : seconds;
}
