import type { App } from '../../platform/app-context.ts';
import { handleJobs } from '../../platform/background-jobs.ts';
import { sendTable } from '../../platform/files/table-file.ts';
import { route } from '../../platform/http/route.ts';
import { deleteCampaign, previewDeletion } from './campaign-deletion.service.ts';
import { tableOfLogs } from './campaign-export.service.ts';
import { pauseAllCampaigns } from './campaign-pause.service.ts';
import { countActiveCampaigns } from './campaign-pause.store.ts';
import { startCampaign } from './campaign-start.service.ts';
import { getCampaign, pageOfCampaigns, pageOfUnknown } from './campaign-view.service.ts';
import { changeAccounts, changePlan, planCampaign } from './campaign-plan.service.ts';
import { continueCampaign, retryFailed } from './campaign-restart.service.ts';
import { cancelStart, scheduleStart } from './campaign-schedule.service.ts';
import { logsAfter, resolveUnknown, setCampaignStatus, stopCampaign } from './campaigns.service.ts';
import { noteSkippedPeople, skippedPeopleJobs } from './skipped-people.service.ts';

export function addCampaignRoutes(app: App): void {
  handleJobs(app, skippedPeopleJobs, noteSkippedPeople);
  route(app, 'GET /api/campaigns', ({ user, query }) => pageOfCampaigns(app, user.id, query));
  route(app, 'GET /api/campaigns/:id', async ({ user, params }) => ({
    campaign: await getCampaign(app, user.id, params.id),
  }));
  route(app, 'POST /api/campaigns', async ({ user, body }) => ({
    campaign: await getCampaign(app, user.id, await planCampaign(app, user.id, body)),
  }));
  route(app, 'POST /api/campaigns/:id/stop', async ({ user, params }) => {
    const profilesClosed = await stopCampaign(app, user.id, params.id);
    return { campaign: await getCampaign(app, user.id, params.id), profilesClosed };
  });
  route(app, 'PUT /api/campaigns/:id/status', async ({ user, params, body }) => {
    await setCampaignStatus(app, user, params.id, body.status);
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'GET /api/campaigns/pause-preview', ({ user }) => countActiveCampaigns(app.db, user.id));
  route(app, 'POST /api/campaigns/pause', ({ user }) => pauseAllCampaigns(app, user.id));
  route(app, 'DELETE /api/campaigns/:id', async ({ user, params }) => ({
    success: true as const,
    recipients_reset: await deleteCampaign(app, user.id, params.id),
  }));
  route(app, 'GET /api/campaigns/:id/deletion-preview', ({ user, params }) => previewDeletion(app, user.id, params.id));
  addLogRoutes(app);
  addChangeRoutes(app);
  addStartRoutes(app);
}

function addStartRoutes(app: App): void {
  route(app, 'POST /api/campaigns/:id/start', async ({ user, params, body: { start_at, ...order } }) => {
    if (start_at === undefined) await startCampaign(app, user.id, params.id, order);
    else await scheduleStart(app, user.id, params.id, { start_at, ...order });
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'DELETE /api/campaigns/:id/start', async ({ user, params }) => {
    await cancelStart(app, user.id, params.id);
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'POST /api/campaigns/:id/continue', async ({ user, params }) => {
    await continueCampaign(app, user.id, params.id);
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'POST /api/campaigns/:id/retry-failed', async ({ user, params }) => {
    const retried = await retryFailed(app, user.id, params.id);
    return { campaign: await getCampaign(app, user.id, params.id), retried };
  });
}

function addChangeRoutes(app: App): void {
  route(app, 'PUT /api/campaigns/:id', async ({ user, params, body }) => {
    await changePlan(app, user.id, params.id, body);
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'PUT /api/campaigns/:id/profiles', async ({ user, params, body }) => {
    await changeAccounts(app, user.id, params.id, body.profiles_used);
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
  route(app, 'GET /api/campaigns/:id/unknown', ({ user, params, query }) =>
    pageOfUnknown(app, user.id, params.id, query),
  );
  route(app, 'POST /api/campaigns/:id/unknown/:deliveryId', async ({ user, params, body }) => {
    await resolveUnknown(app, user.id, { ...params, wasSent: body.was_sent });
    return { campaign: await getCampaign(app, user.id, params.id) };
  });
}

function addLogRoutes(app: App): void {
  route(app, 'GET /api/campaigns/:id/logs', ({ user, params, query }) =>
    logsAfter(app, user.id, params.id, { seq: query.after_seq, limit: query.limit }),
  );
  route(app, 'GET /api/campaigns/:id/logs/export', async ({ user, params, query, reply }) => {
    const table = await tableOfLogs(app, { user_id: user.id, id: params.id }, query.timezone);
    return sendTable(reply, { format: 'xlsx', fileName: `campaign-${params.id}-logs`, table });
  });
}
