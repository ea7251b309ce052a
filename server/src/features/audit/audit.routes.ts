import type { App } from '../../platform/app-context.ts';
import { sendTable } from '../../platform/files/table-file.ts';
import { route } from '../../platform/http/route.ts';
import { exportEvents } from './audit-export.service.ts';
import { pageOfActivity, pageOfEvents } from './audit-page.service.ts';

export function addAuditRoutes(app: App): void {
  route(app, 'GET /api/audit', ({ user, query }) => pageOfEvents(app, user, query));
  route(app, 'GET /api/audit/export', async (call) => {
    const { format, ...filter } = call.query;
    return sendTable(call.reply, { format, fileName: 'audit-log', table: await exportEvents(app, call, filter) });
  });
  route(app, 'GET /api/activity', ({ user, query }) => pageOfActivity(app, user.id, query));
}
