import type { App } from '../../platform/app-context.ts';
import { handleJobs } from '../../platform/background-jobs.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import {
  downloadExport,
  dropExport,
  exportJobs,
  exportOf,
  gatherNextRows,
  prepareExport,
} from './data-export.service.ts';

export function addDataExportRoutes(app: App): void {
  handleJobs(app, exportJobs, gatherNextRows);
  route(app, 'GET /api/data-export', async ({ user }) => ({ export: await exportOf(app, user.id) }));
  route(app, 'POST /api/data-export', async (call) => ({ export: await prepareExport(app, call) }));
  route(app, 'GET /api/data-export/file', async (call) => {
    const archive = await downloadExport(app, call);
    call.reply.type('application/zip').header('content-disposition', 'attachment; filename="sandpiper-data.zip"');
    return archive;
  });
  route(app, 'DELETE /api/data-export', async ({ user }) => {
    await dropExport(app, user.id);
    return success;
  });
}
