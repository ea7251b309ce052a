import { agentProductName } from '@sandpiper/contract/limits';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { listInstallerFiles } from './installer-files.ts';
import { issueInstallerTicket, redeemInstallerTicket } from './installer.service.ts';

export function addInstallerRoutes(app: App): void {
  route(app, 'GET /api/installer', async () => {
    const files = await listInstallerFiles(app);
    return {
      files: files.map(({ path: _path, ...file }) => file),
      instagram_url: app.config.instagramUrl,
      help_url: app.config.helpUrl,
    };
  });
  route(app, 'POST /api/installer/ticket', ({ user, body }) => issueInstallerTicket(app, user, body.kind), {
    subscriptionEnded: `Your subscription has expired. Please renew to download ${agentProductName}.`,
  });
  route(app, 'GET /api/installer/download', async ({ query, reply }) => {
    const { content, ...file } = await redeemInstallerTicket(app, query.ticket);
    reply.header('content-type', 'application/octet-stream');
    reply.header('content-length', file.size_bytes);
    reply.header('content-disposition', `attachment; filename="${file.file_name}"`);
    return content.createReadStream({ start: 0 });
  });
}
