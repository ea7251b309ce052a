import { deliveryOutcomes } from '@sandpiper/contract/delivery-states';
import { stopReasonCodes } from '@sandpiper/contract/reasons';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** This process's metrics. No label identifies a user, a campaign or an account. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Histogram buckets in seconds. Most responses take a few milliseconds, but exports and downloads can take minutes. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

export function createMetrics(version: string) {
  const registry = new Registry();
  const registers = [registry];
  const build = new Gauge({
    name: 'sandpiper_build_info',
    help: 'The running version; always 1',
    labelNames: ['version'],
    registers,
  });
  build.set({ version }, 1);
  return { registry, ...createRequestMetrics(registers), ...createSendingMetrics(registers) };
}

function createRequestMetrics(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'sandpiper_http_requests_total',
      help: 'Completed requests by operation ID and HTTP status',
      labelNames: ['operation', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'sandpiper_http_request_duration_seconds',
      help: 'Duration of requests, from arrival to the end of the response',
      labelNames: ['operation'],
      buckets: secondsBuckets,
      registers,
    }),
  };
}

function createSendingMetrics(registers: Registry[]) {
  const claims = new Counter({
    name: 'sandpiper_claims_total',
    help: 'Work given to agents: people to message (send) and messages to check (check)',
    labelNames: ['task'],
    registers,
  });
  const goAheads = new Counter({
    name: 'sandpiper_go_aheads_total',
    help: 'Messages that agents were allowed to send',
    registers,
  });
  const results = new Counter({
    name: 'sandpiper_results_total',
    help: 'Results that agents reported, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const lostLeases = new Counter({
    name: 'sandpiper_lost_leases_total',
    help: 'Claims that ended without a report, before (claimed) or after (committed) the go-ahead',
    labelNames: ['stage'],
    registers,
  });
  const holds = new Counter({
    name: 'sandpiper_account_holds_total',
    help: 'New account holds by reason',
    labelNames: ['reason'],
    registers,
  });
  // Start the sending counters at zero, because Prometheus can't compute a rate for a counter's first event.
  for (const task of ['send', 'check']) claims.inc({ task }, 0);
  for (const outcome of deliveryOutcomes) results.inc({ outcome }, 0);
  for (const stage of ['claimed', 'committed']) lostLeases.inc({ stage }, 0);
  for (const reason of stopReasonCodes) holds.inc({ reason }, 0);
  return { claims, goAheads, results, lostLeases, holds };
}
