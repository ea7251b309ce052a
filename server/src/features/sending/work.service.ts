import type { App } from '../../platform/app-context.ts';
import { listAccountWork } from './deliveries.store.ts';
import type { AccountWork } from './deliveries.store.ts';
import { expireStaleLeases, pauseUnpaid } from './settle.service.ts';

/** The accounts with people left to message, after everything that time alone changed is settled. */
export async function listWork(app: App, userId: number): Promise<AccountWork[]> {
  await expireStaleLeases(app, userId);
  await pauseUnpaid(app, userId);
  return listAccountWork(app.db, userId);
}
