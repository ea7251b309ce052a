import type { Config } from '../../platform/config.ts';
import { pacedSeconds } from '../../platform/pacing.ts';

const daySeconds = 86_400;

/** How long after a contact a person is left alone; 0: not at all. */
export function coolOffSeconds(config: Config, days: number): number {
  return pacedSeconds(config, days * daySeconds);
}
