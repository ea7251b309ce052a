import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { getCampaign } from '../campaigns/campaign-view.service.ts';
import { sendTest } from './test-messages.service.ts';

export function addTestMessageRoutes(app: App): void {
  route(app, 'POST /api/test-messages', async ({ user, body }) => ({
    campaign: await getCampaign(app, user.id, await sendTest(app, user.id, body)),
  }));
}
