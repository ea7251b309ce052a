import type { DeliveryEvent, DeliveryStatus } from '@sandpiper/contract/delivery-states';
import type { Change } from '../../platform/change.ts';

/** Counts a delivery event in the metrics once the transaction is committed. `before` is the delivery's status before the event. */
export function countMove({ app, afterCommit }: Change, before: DeliveryStatus, event: DeliveryEvent): void {
  const { claims, goAheads, lostLeases, results } = app.metrics;
  afterCommit(() => {
    if (event.type === 'claim') claims.inc({ task: 'send' });
    // An agent that missed the response asks again. The go-ahead must not be counted twice.
    if (event.type === 'commit' && before === 'claimed') goAheads.inc();
    if (event.type === 'expire') lostLeases.inc({ stage: 'claimed' });
    if (event.type === 'report') results.inc({ outcome: event.outcome });
  });
}
