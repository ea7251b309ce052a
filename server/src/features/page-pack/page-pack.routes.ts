import type { App } from '../../platform/app-context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { route } from '../../platform/http/route.ts';
import { findPagePack } from './page-pack.service.ts';

export function addPagePackRoutes(app: App): void {
  route(app, 'GET /api/agent/page-pack', async () => {
    const pack = await findPagePack(app);
    if (pack === null) throw new AppError('not_found', 'This server offers no page pack.');
    return pack;
  });
}
