import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { createSignInLimits } from '../auth/sign-in-limits.service.ts';
import { createCodeLimit } from './codes.service.ts';
import { forgetBrowser, forgetBrowsers } from './remembered-browsers.service.ts';
import { listBrowsers } from './remembered-browsers.store.ts';
import {
  confirmTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  setUpTwoFactor,
  turnOffTwoFactor,
} from './two-factor.service.ts';

export function addTwoFactorRoutes(app: App): void {
  const limits = createSignInLimits(app);
  const limit = createCodeLimit(app);
  route(app, 'GET /api/two-factor', ({ user }) => getTwoFactor(app, user));
  route(app, 'POST /api/two-factor/setup', ({ user }) => setUpTwoFactor(app, user));
  route(app, 'POST /api/two-factor/confirm', (call) => confirmTwoFactor(app, limit, { by: call, ...call.body }));
  route(app, 'POST /api/two-factor/recovery-codes', (call) =>
    renewRecoveryCodes({ check: { app, limits, by: call }, limit, ...call.body }),
  );
  route(app, 'POST /api/two-factor/turn-off', async (call) => {
    await turnOffTwoFactor({ check: { app, limits, by: call }, limit, ...call.body });
    return success;
  });
  route(app, 'DELETE /api/users/:id/two-factor', async (call) => {
    await resetTwoFactor(app, call, call.params.id);
    return success;
  });
  addBrowserRoutes(app);
}

function addBrowserRoutes(app: App): void {
  route(app, 'GET /api/remembered-browsers', async ({ user }) => ({ browsers: await listBrowsers(app.db, user.id) }));
  route(app, 'DELETE /api/remembered-browsers/:id', async (call) => {
    await forgetBrowser(app, call, call.params.id);
    return success;
  });
  route(app, 'DELETE /api/remembered-browsers', async (call) => {
    await forgetBrowsers(app, call);
    return success;
  });
}
