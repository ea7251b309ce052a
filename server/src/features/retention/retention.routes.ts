import type { App } from '../../platform/app-context.ts';
import { handleJobs } from '../../platform/background-jobs.ts';
import { route } from '../../platform/http/route.ts';
import { deleteNextDetails, detailJobs } from './retention-sweep.service.ts';
import { retentionOf, setRetention } from './retention.service.ts';

export function addRetentionRoutes(app: App): void {
  handleJobs(app, detailJobs, deleteNextDetails);
  route(app, 'GET /api/retention', () => retentionOf(app.db));
  route(app, 'PUT /api/retention', (call) => setRetention(app, call, call.body));
}
