import type { StopReason } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';

type Account = { userId: number; profileId: number; agentTokenId: number };

export function stopAccount(
  _app: App,
  _account: Account,
  _objection: { reason: StopReason; detail: string | null },
): Promise<void> {
  return Promise.reject(notFound('Account'));
}
