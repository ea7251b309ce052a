import type { Config } from '../../platform/config.ts';
import { pacedSeconds } from '../../platform/pacing.ts';

const daySeconds = 86_400;

/** How long a person is left alone after a contact; 0: not at all. */
export function coolOffSeconds(config: Config, days: number): number {
  return pacedSeconds(config, days * daySeconds);
}
