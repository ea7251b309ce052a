import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { retentionOf, setRetention } from './retention.service.ts';

export function addRetentionRoutes(app: App): void {
  route(app, 'GET /api/retention', () => retentionOf(app.db));
  route(app, 'PUT /api/retention', async (call) => {
    await setRetention(app, call, call.body);
    return call.body;
  });
}
