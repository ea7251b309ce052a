import type { ProfileTrash } from '../browser/profile.trash.ts';
import { messageOf } from '../platform/errors.ts';
import type { Logger } from '../platform/log-file.ts';
import { every } from './timers.ts';

const sweepMs = 6 * 60 * 60 * 1000;

/** Deletes expired profiles from the trash immediately, and again every six hours, because an agent may run for months. */
export async function sweepTrash(trash: ProfileTrash, log: Logger): Promise<void> {
  const sweep = (): Promise<void> =>
    trash.removeExpired().catch((error: unknown) => {
      log.warn({ problem: messageOf(error) }, 'could not delete expired Firefox profiles');
    });
  await sweep();
  every(sweepMs, sweep);
}
