import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { describeBackups, downloadBackup, requestBackup, stopBackups } from './backups.service.ts';

export function addBackupRoutes(app: App): void {
  app.http.addHook('preClose', () => stopBackups(app));
  route(app, 'GET /api/backups', () => describeBackups(app));
  route(app, 'POST /api/backups', async (call) => {
    await requestBackup(app, call);
    return describeBackups(app);
  });
  route(app, 'GET /api/backups/:name', async (call) => {
    const { name } = call.params;
    const { bytes, content } = await downloadBackup(app, call, name);
    call.reply
      .type('application/octet-stream')
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
}
