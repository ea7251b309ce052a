import type { App } from '../../platform/app-context.ts';
import { handleJobs } from '../../platform/background-jobs.ts';
import { refreshPeopleStatistics } from '../../platform/batches.ts';
import { sendTable } from '../../platform/files/table-file.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { checkImport, checkJobs, checkNextRows } from './import-check.service.ts';
import { cleanUpJobs, cleanUpNextRows } from './import-clean-up.service.ts';
import { tableOfRows } from './import-export.service.ts';
import { receiveRows } from './import-rows.service.ts';
import { importJobs, importNextRows, startImport } from './import-run.service.ts';
import { previewUndo, undoImport, undoJobs, undoNextPiece } from './import-undo.service.ts';
import { cancelImport, createImport, getImport, importsOf, pageOfRows } from './imports.service.ts';

export function addImportRoutes(app: App): void {
  handleJobs(app, checkJobs, checkNextRows);
  handleJobs(app, importJobs, importNextRows, { afterLongJob: refreshPeopleStatistics });
  handleJobs(app, undoJobs, undoNextPiece);
  handleJobs(app, cleanUpJobs, cleanUpNextRows);
  const ownOf = (user: { id: number }, params: { id: number }) => ({ userId: user.id, id: params.id });
  route(app, 'GET /api/imports', ({ user, query }) => importsOf(app, user.id, query));
  route(app, 'POST /api/imports', async ({ user, body }) => ({ import: await createImport(app, user, body) }));
  route(app, 'GET /api/imports/:id', async ({ user, params }) => ({
    import: await getImport(app, ownOf(user, params)),
  }));
  route(app, 'DELETE /api/imports/:id', async ({ user, params }) => {
    await cancelImport(app, ownOf(user, params));
    return success;
  });
  route(app, 'PUT /api/imports/:id/rows', async ({ user, params, body }) => ({
    rows: await receiveRows(app, ownOf(user, params), body),
  }));
  route(app, 'GET /api/imports/:id/rows', ({ user, params, query }) => pageOfRows(app, ownOf(user, params), query));
  route(app, 'GET /api/imports/:id/rows/export', async ({ user, params, query, reply }) => {
    const table = await tableOfRows(app, ownOf(user, params));
    return sendTable(reply, { format: query.format, fileName: `import-${params.id}`, table });
  });
  route(app, 'POST /api/imports/:id/check', async ({ user, params, body }) => ({
    import: await checkImport(app, ownOf(user, params), body),
  }));
  route(app, 'POST /api/imports/:id/start', async ({ user, params, body }) => ({
    import: await startImport(app, ownOf(user, params), body),
  }));
  route(app, 'GET /api/imports/:id/undo', ({ user, params }) => previewUndo(app, ownOf(user, params)));
  route(app, 'POST /api/imports/:id/undo', async ({ user, params }) => ({
    import: await undoImport(app, ownOf(user, params)),
  }));
}
