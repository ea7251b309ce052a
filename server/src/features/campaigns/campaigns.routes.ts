import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { deleteCampaign, previewDeletion } from './campaign-deletion.service.ts';
import { exportLogs } from './campaign-export.service.ts';
import { startCampaign } from './campaign-start.service.ts';
import { getCampaign } from './campaign-view.service.ts';
import { logsAfter, pageOfCampaigns, planCampaign, setCampaignStatus, stopCampaign } from './campaigns.service.ts';

export function addCampaignRoutes(app: App): void {
  route(app, 'GET /api/campaigns', ({ user, query }) => pageOfCampaigns(app, user.id, query));
  route(app, 'GET /api/campaigns/:id', async ({ user, params }) => ({
    campaign: await getCampaign(app, user.id, params.id),
  }));
  route(app, 'POST /api/campaigns', async ({ user, body }) => ({
    campaign: await getCampaign(app, user.id, await planCampaign(app, user.id, body)),
  }));
  route(app, 'POST /api/campaigns/:id/start', async ({ user, params }) => {
    await startCampaign(app, user.id, params.id);
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'POST /api/campaigns/:id/stop', async ({ user, params }) => {
    const profilesClosed = await stopCampaign(app, user.id, params.id);
    return { campaign: await getCampaign(app, user.id, params.id), profilesClosed };
  });
  route(app, 'PUT /api/campaigns/:id/status', async ({ user, params, body }) => {
    await setCampaignStatus(app, user, params.id, body.status);
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'DELETE /api/campaigns/:id', async ({ user, params }) => ({
    success: true as const,
    recipients_reset: await deleteCampaign(app, user.id, params.id),
  }));
  route(app, 'GET /api/campaigns/:id/deletion-preview', ({ user, params }) => previewDeletion(app, user.id, params.id));
  addLogRoutes(app);
}

function addLogRoutes(app: App): void {
  route(app, 'GET /api/campaigns/:id/logs', ({ user, params, query }) =>
    logsAfter(app, user.id, params.id, { seq: query.after_seq, limit: query.limit }),
  );
  route(app, 'GET /api/campaigns/:id/logs/export', async ({ user, params, reply }) => {
    const file = await exportLogs(app, user.id, params.id);
    reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="campaign-${params.id}-logs.xlsx"`);
    return file;
  });
}
