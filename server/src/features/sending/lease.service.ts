import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';

export type Claim = { userId: number; agentTokenId: number; deliveryId: number; claimId: string };

export function renewClaim(_app: App, _claim: Claim): Promise<{ lease_expires_at: string }> {
  return Promise.reject(notFound('Delivery'));
}
