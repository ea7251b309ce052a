import type { App } from '../../platform/app-context.ts';
import { handleJobs } from '../../platform/background-jobs.ts';
import { route } from '../../platform/http/route.ts';
import { previewMessage } from './message-preview.service.ts';
import { changeNextValues, changeVariables, renamingJob, variablesOfList } from './variables.service.ts';

/** Adds the routes for variables. The routes for a recipient's values belong to the recipients feature. */
export function addVariableRoutes(app: App): void {
  handleJobs(app, renamingJob, changeNextValues);
  route(app, 'GET /api/lists/:id/variables', ({ user, params }) =>
    variablesOfList(app, { userId: user.id, id: params.id }),
  );
  route(app, 'PUT /api/lists/:id/variables', ({ user, params, body }) =>
    changeVariables(app, { userId: user.id, id: params.id }, body.variables),
  );
  route(app, 'POST /api/lists/:id/preview', ({ user, params, query, body }) =>
    previewMessage(app, { userId: user.id, id: params.id }, body, query),
  );
}
