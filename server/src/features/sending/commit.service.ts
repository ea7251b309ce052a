import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Claim } from './lease.service.ts';

type GoAhead = { may_send: true; lease_expires_at: string } | { may_send: false; reason: ReasonCode; text: string };

export function commitDelivery(_app: App, _claim: Claim, _signedInAs: string | null): Promise<GoAhead> {
  return Promise.reject(notFound('Delivery'));
}
