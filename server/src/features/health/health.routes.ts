import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { requireReady } from './health.service.ts';

export function addHealthRoutes(app: App, version: string): void {
  route(app, 'GET /api/health', async () => ({ status: 'ok' as const, version, sandbox: app.config.sandbox }));
  route(app, 'GET /api/ready', async () => {
    await requireReady(app);
    return { status: 'ready' as const };
  });
}
