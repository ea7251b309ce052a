import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import {
  confirmMailAddress,
  createMailAddressLimits,
  getMailAddress,
  removeMailAddress,
  setMailAddress,
} from './mail-address.service.ts';
import { startMailing } from './outgoing-mail.service.ts';

export function addMailRoutes(app: App): void {
  const limits = createMailAddressLimits(app);
  route(app, 'GET /api/mail-address', ({ user }) => getMailAddress(app, user));
  route(app, 'PUT /api/mail-address', (call) => setMailAddress(app, limits, call, call.body.address));
  route(app, 'DELETE /api/mail-address', async (call) => {
    await removeMailAddress(app, call);
    return success;
  });
  route(app, 'POST /api/mail-address/confirm', async ({ body, request }) => ({
    address: await confirmMailAddress(app, limits, request, body.token),
  }));
  startMailing(app);
}
