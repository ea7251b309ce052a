import type { App } from '../../platform/app-context.ts';
import { listAccountWork } from './senders.store.ts';
import type { AccountWork } from './senders.store.ts';

/** The accounts on a computer with people left to message or messages to check. */
export function listWork(app: App, computer: { userId: number; installationId: string }): Promise<AccountWork[]> {
  return listAccountWork(app.db, computer);
}
