import type { Config } from './config.ts';

const sandboxFactor = 100;

/** Seconds as they pass here: a hundred times faster in the sandbox. */
export function pacedSeconds(config: Config, seconds: number): number {
  return config.sandbox ? seconds / sandboxFactor : seconds;
}
