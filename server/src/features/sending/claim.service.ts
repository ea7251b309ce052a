import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { WaitReason } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';

type Claimant = { userId: number; agentTokenId: number; installationId: string | null; profileId: number };
type Wait = { delivery: null; reason: WaitReason; text: string; not_before: string | null };

export function claimDelivery(_app: App, _claimant: Claimant): Promise<{ delivery: ClaimedDelivery } | Wait> {
  return Promise.reject(notFound('Account'));
}
