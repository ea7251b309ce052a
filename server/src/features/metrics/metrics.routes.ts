import type { App } from '../../platform/app-context.ts';
import { createDatabaseGauges, readMetrics, requireReader } from './metrics.service.ts';

/** Adds the route for Prometheus. The metrics aren't part of the API, so the contract doesn't describe them. */
export function addMetricsRoute(app: App): void {
  const gauges = createDatabaseGauges(app);
  app.http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireReader(app, request);
    const text = await readMetrics(app, gauges);
    return reply.header('cache-control', 'no-store').type(app.metrics.registry.contentType).send(text);
  });
}
