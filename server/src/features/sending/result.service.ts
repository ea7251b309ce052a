import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Claim } from './lease.service.ts';

type Report = {
  outcome: DeliveryOutcome;
  reason: ReasonCode | null;
  detail: string | null;
  sent_at: string | null;
};

export function reportResult(
  _app: App,
  _claim: Claim,
  _report: Report,
): Promise<{ recorded: boolean; status: string }> {
  return Promise.reject(notFound('Delivery'));
}
