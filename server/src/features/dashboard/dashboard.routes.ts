import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { dashboardOf, pageOfPerformance, performanceIn } from './dashboard.service.ts';

export function addDashboardRoutes(app: App): void {
  route(app, 'GET /api/campaigns/dashboard-stats', ({ user, query }) => dashboardOf(app, user, query));
  route(app, 'GET /api/profiles/performance', ({ user, query }) => pageOfPerformance(app, user, query));
  route(app, 'GET /api/campaigns/:id/profile-performance', async ({ user, params }) => ({
    profilePerformance: await performanceIn(app, user, params.id),
  }));
}
