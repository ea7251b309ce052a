import type { App } from '../../platform/app-context.ts';
import { isMigrated } from '../../platform/database/migrations.ts';
import { AppError } from '../../platform/http/app-error.ts';

const stopping = new WeakSet<App>();

/** Makes the readiness check fail, so that load balancers send no new requests. The server still answers requests that reach it. */
export function beginStopping(app: App): void {
  stopping.add(app);
}

/** Throws unless the server is ready: the database answers, its tables are up to date, and nobody has asked the server to stop. */
export async function requireReady(app: App): Promise<void> {
  if (stopping.has(app)) throw new AppError('unavailable', 'The server is stopping.');
  if (await isMigrated(app.db)) return;
  throw new AppError(
    'unavailable',
    'The database tables are from an earlier version. Restart the server to update them.',
  );
}
