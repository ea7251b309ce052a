import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { confirmRestore, findRestore } from './restores.service.ts';

export function addRestoreRoutes(app: App): void {
  route(app, 'GET /api/restore', async () => ({ restore: await findRestore(app.db) }));
  route(app, 'POST /api/restore/confirm', async (call) => {
    await confirmRestore(app, call);
    return success;
  });
}
