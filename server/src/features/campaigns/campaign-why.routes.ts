import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { preflightOfCampaign, preflightOfPlan } from './campaign-preflight.service.ts';
import { whyOf, whyOfActive } from './campaign-why.service.ts';

/** Adds the routes that explain why nothing is being sent and what a start would do. */
export function addWhyRoutes(app: App): void {
  route(app, 'GET /api/campaigns/:id/why', ({ user, params }) => whyOf(app, user.id, params.id));
  route(app, 'GET /api/agent/why', async ({ user }) => ({ campaigns: await whyOfActive(app, user.id) }));
  route(app, 'POST /api/campaigns/preflight', ({ user, body, query }) => preflightOfPlan(app, user.id, body, query));
  route(app, 'POST /api/campaigns/:id/preflight', ({ user, params, body, query }) =>
    preflightOfCampaign(app, { userId: user.id, id: params.id }, body, query),
  );
}
