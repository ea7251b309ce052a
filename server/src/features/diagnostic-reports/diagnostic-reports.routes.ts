import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { askForReport, forgetReport, getReport } from './diagnostic-reports.service.ts';

export function addDiagnosticReportRoutes(app: App): void {
  route(app, 'POST /api/profiles/:id/diagnostic-report', async ({ user, params }) => ({
    success: true as const,
    request_id: await askForReport(app, user.id, params.id),
  }));
  route(app, 'GET /api/diagnostic-reports/:id', async ({ user, params }) => ({
    request: await getReport(app, user.id, params.id),
  }));
  route(app, 'DELETE /api/diagnostic-reports/:id', async ({ user, params }) => {
    await forgetReport(app, user.id, params.id);
    return success;
  });
}
