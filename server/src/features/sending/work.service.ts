import type { AccountWork } from '@sandpiper/contract/agent';
import type { App } from '../../platform/app-context.ts';

export function listWork(_app: App, _computer: { userId: number; installationId: string }): Promise<AccountWork[]> {
  return Promise.resolve([]);
}
